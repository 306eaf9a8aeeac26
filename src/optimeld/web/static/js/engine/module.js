// The core, compiled once for the page and its workers. A page asks for this file before all others: nothing takes longer
// to come.

/** @type {Promise<WebAssembly.Module>} */
export const module = compile(fetch(new URL("../../engine/optimeld.wasm", import.meta.url)));
module.catch(() => {}); // whoever asks is told

/** @param {Promise<Response>} coming @returns {Promise<WebAssembly.Module>} */
async function compile(coming) {
  const response = await coming;
  if (!response.ok) throw new Error(`the engine could not be loaded (${response.status})`);
  if (response.headers.get("content-type") === "application/wasm")
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
