// Talking to the server: JSON both ways, errors as the contract has them, and streams of events.

/** @typedef {import("./types.js").Problem} Problem */

export class ServerError extends Error {
  /** @param {Problem} problem @param {number} status */
  constructor(problem, status) {
    super(problem.message);
    this.problem = problem;
    this.status = status;
  }
}

/** @param {Response} response @returns {Promise<ServerError>} */
async function failure(response) {
  try {
    const body = await response.json();
    return new ServerError(body.error, response.status);
  } catch {
    return new ServerError(
      { code: "http", message: `The server answered ${response.status}.` },
      response.status,
    );
  }
}

/** @param {"GET" | "POST" | "PUT"} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
function send(method, path, body, signal) {
  /** @type {RequestInit} */
  const options = { method, headers: { accept: "application/json" } };
  if (signal) options.signal = signal;
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "content-type": "application/json", accept: "application/json" };
  }
  return fetch(path, options);
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, signal) {
  const response = await send("GET", path, undefined, signal);
  if (!response.ok) throw await failure(response);
  return response.json();
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function post(path, body, signal) {
  const response = await send("POST", path, body, signal);
  if (!response.ok) throw await failure(response);
  return response.json();
}

/** Posts a body and hands over the events of the answering stream as they come.
 * @param {string} path @param {unknown} body @param {(event: string, data: any) => void} handle @param {AbortSignal} [signal] */
export async function stream(path, body, handle, signal) {
  const response = await send("POST", path, body, signal);
  if (!response.ok || !response.body) throw await failure(response);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7) ?? "message";
      const data = lines
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice(6))
        .join("\n");
      if (name === "error") throw new ServerError(JSON.parse(data).error, 200);
      handle(name, JSON.parse(data));
    }
  }
}

/** Whether the server does not know what was asked for, rather than not answering at all.
 * @param {unknown} error */
export const isGone = (error) => error instanceof ServerError && error.status === 404;

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";
