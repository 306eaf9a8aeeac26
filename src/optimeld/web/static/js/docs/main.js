// The API, from the server's own description of it. Everything comes from this server.

import { byId, h } from "../shared/dom.js";
import { get } from "../shared/http.js";
import { setUpShell } from "../shared/shell.js";

/** @typedef {{ type?: string, title?: string, description?: string, default?: unknown, examples?: unknown[], enum?: unknown[], const?: unknown, $ref?: string,
 *   anyOf?: Schema[], items?: Schema, properties?: Record<string, Schema>, required?: string[], minimum?: number, maximum?: number, minItems?: number, maxItems?: number, maxLength?: number }} Schema */
/** @typedef {{ summary?: string, description?: string, tags?: string[], parameters?: { name: string, in: string, required?: boolean, description?: string, schema: Schema }[],
 *   requestBody?: { content: Record<string, { schema: Schema }> } }} Operation */

/** @type {{ components: { schemas: Record<string, Schema> }, paths: Record<string, Record<string, Operation>>, info: { version: string, summary: string } }} */
let api;

/** @param {Schema} schema @returns {Schema} */
function resolve(schema) {
  const name = schema.$ref?.split("/").pop();
  if (name) return api.components.schemas[name] ?? {};
  const some = schema.anyOf?.filter((each) => each.type !== "null");
  return some?.length === 1 && some[0] ? { ...schema, ...resolve(some[0]), anyOf: undefined } : schema;
}

/** @param {Schema} given @returns {string} */
function typeWords(given) {
  const schema = resolve(given);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf)
    return schema.anyOf
      .filter((each) => each.type !== "null")
      .map(typeWords)
      .join(" | ");
  if (schema.type === "array") return `list of ${typeWords(schema.items ?? {})}`;
  const range =
    schema.minimum !== undefined && schema.maximum !== undefined
      ? ` ${schema.minimum}–${schema.maximum}`
      : "";
  return `${schema.properties ? (schema.title ?? "object") : (schema.type ?? "any")}${range}`;
}

/** A body to start from: what is required, and what has an example.
 * @param {Schema} given @returns {unknown} */
function example(given) {
  const schema = resolve(given);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.properties) {
    /** @type {Record<string, unknown>} */
    const body = {};
    for (const [name, each] of Object.entries(schema.properties)) {
      if (name === "position") return { position: resolve(each).examples?.[0] ?? each.examples?.[0] };
      if (
        schema.required?.includes(name) ||
        each.examples ||
        (each.default !== undefined && each.default !== null)
      )
        body[name] = example(each);
    }
    return body;
  }
  if (schema.default !== undefined) return schema.default;
  return schema.type === "array"
    ? []
    : schema.type === "integer"
      ? (schema.minimum ?? 0)
      : schema.type === "boolean"
        ? false
        : "";
}

/** Words with what stands in backquotes set as code.
 * @param {string} text */
const withCode = (text) => text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));

/** @param {Schema} schema */
function fields(schema) {
  const body = resolve(schema);
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Fields of the body" },
    h(
      "table",
      { class: "fields" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Field", "Type", "Default", ""].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        Object.entries(body.properties ?? {}).map(([name, each]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("code", {}, name)),
            h("td", {}, typeWords(each)),
            h(
              "td",
              {},
              body.required?.includes(name)
                ? "required"
                : each.default === undefined || each.default === null
                  ? ""
                  : h("code", {}, JSON.stringify(each.default)),
            ),
            h("td", { class: "soft" }, withCode(each.description ?? "")),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} path @param {string} method @param {Operation} operation */
function tryOut(path, method, operation) {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const needsKey = path.includes("{");
  const name = `${method}-${path}`.replace(/\W+/g, "-");
  const body = schema
    ? h(
        "textarea",
        { class: "mono", rows: "5", spellcheck: "false", "aria-label": `Body for ${path}` },
        JSON.stringify(example(schema), null, 2),
      )
    : null;
  const key = needsKey
    ? h("input", { type: "text", class: "mono", placeholder: "game_id", "aria-label": `game_id for ${path}` })
    : null;
  const answer = h("pre", {
    class: "mono answer",
    tabindex: "0",
    hidden: true,
    id: `answer-${name}`,
    "aria-label": "Answer",
  });
  const run = h("button", { type: "button", class: "button small" }, "Send");
  run.addEventListener("click", async () => {
    const response = await fetch(path.replace(/\{[^}]*\}/, encodeURIComponent(key?.value ?? "")), {
      method: method.toUpperCase(),
      ...(body ? { body: body.value, headers: { "content-type": "application/json" } } : {}),
    });
    const text = await response.text();
    answer.hidden = false;
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 1);
    } catch {
      /* A stream of events is shown as it came. */
    }
    answer.textContent = `${response.status}\n${shown.slice(0, 6000)}`;
  });
  return [key, body, h("div", { class: "row" }, run), answer];
}

async function begin() {
  api = await get("/openapi.json");
  byId("version").textContent = `Version ${api.info.version}. ${api.info.summary}`;
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "server";
      let group = groups.get(tag);
      if (!group) {
        group = h(
          "section",
          { class: "stack", "aria-label": tag },
          h("h2", {}, tag.charAt(0).toUpperCase() + tag.slice(1)),
        );
        groups.set(tag, group);
      }
      const schema = operation.requestBody?.content["application/json"]?.schema;
      group.append(
        h(
          "details",
          { class: "card" },
          h(
            "summary",
            {},
            h("span", { class: `method ${method}` }, method.toUpperCase()),
            h("code", {}, path),
            h("span", { class: "soft what" }, withCode(operation.description ?? operation.summary ?? "")),
          ),
          h("div", { class: "stack" }, schema ? fields(schema) : null, ...tryOut(path, method, operation)),
        ),
      );
    }
  }
  byId("operations").replaceChildren(
    ...["positions", "odds", "games", "server"].flatMap((tag) => groups.get(tag) ?? []),
  );
}

setUpShell([], "Keys");
begin();
