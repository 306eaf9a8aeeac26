// A question that must be answered before something happens that cannot be taken back.

import { h } from "./dom.js";

/** @param {{ title: string, text: string, yes: string, no: string }} question @returns {Promise<boolean>} */
export function ask({ title, text, yes, no }) {
  const agree = h("button", { type: "button", class: "button primary", value: "yes" }, yes);
  const leave = h("button", { type: "button", class: "button", value: "no", autofocus: true }, no);
  const dialog = h(
    "dialog",
    { class: "ask", "aria-labelledby": "ask-title" },
    h("h2", { id: "ask-title" }, title),
    h("p", {}, text),
    h("div", { class: "row" }, leave, agree),
  );
  agree.addEventListener("click", () => dialog.close("yes"));
  leave.addEventListener("click", () => dialog.close("no"));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
