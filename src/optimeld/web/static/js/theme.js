// Runs before the page is painted, so that no theme flashes: the one that was chosen, or else the system's.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem("optimeld.theme");
  } catch {
    // Storage is off: the system's theme is used.
  }
  if (chosen === "light" || chosen === "dark") {
    root.dataset.theme = chosen;
    return;
  }
  const follow = () => {
    root.dataset.theme = dark.matches ? "dark" : "light";
  };
  follow();
  dark.addEventListener("change", follow);
})();
