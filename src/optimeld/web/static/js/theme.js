// Runs before the page is painted, so that a chosen theme never flashes.
(() => {
  try {
    const theme = localStorage.getItem("optimeld.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is off: the system's theme is used.
  }
})();
