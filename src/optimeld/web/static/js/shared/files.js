// Files to and from the person's own machine; nothing is sent anywhere.

import { h } from "./dom.js";

/** Hands the person a file.
 * @param {string} name @param {Blob | string} content @param {string} [type] */
export function download(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` });
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Asks for a file; its text, or null where none was chosen.
 * @param {string} accept @returns {Promise<string | null>} */
export function askForFile(accept) {
  return new Promise((resolve) => {
    const chooser = h("input", { type: "file", accept, hidden: true });
    chooser.addEventListener("change", async () => {
      const file = chooser.files?.[0];
      chooser.remove();
      resolve(file ? await file.text() : null);
    });
    chooser.addEventListener("cancel", () => {
      chooser.remove();
      resolve(null);
    });
    document.body.append(chooser);
    chooser.click();
  });
}
