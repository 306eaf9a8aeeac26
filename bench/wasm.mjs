// The core in WebAssembly for bench/wasm.py: a list of questions a line in, the list of answers a line out.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Core } from "../src/optimeld/web/static/js/engine/core.js";

const core = new Core(await WebAssembly.compile(await readFile(process.argv[2])));
for await (const line of createInterface({ input: process.stdin })) {
  console.log(
    `[${JSON.parse(line)
      .map((question) => core.text(question))
      .join(",")}]`,
  );
}
