// The engine of the static board as a program: one request a line in, one answer a line out.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Answers, isStream } from "../src/optimeld/web/static/js/engine/answers.js";
import { Core, Refused } from "../src/optimeld/web/static/js/engine/core.js";
import { answer as answerWithin } from "../src/optimeld/web/static/js/engine/positions.js";
import { passingStore } from "../src/optimeld/web/static/js/engine/store.js";

const core = new Core(await WebAssembly.compile(await readFile(process.argv[2])));
let answers = null;

async function answer({ method, path, body }) {
  try {
    if (method === "BREAK") throw core.breakDown("as asked");
    if (method === "WITHIN") return answerWithin(core, body, Number(path));
    const found = await answers.answer(method, path, body ?? {});
    if (!isStream(found)) return found;
    const events = [];
    for await (const event of found) if (event) events.push(event);
    return events;
  } catch (error) {
    if (error instanceof Refused) return { error: error.problem };
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (answers) console.log(JSON.stringify(await answer(request)));
  else answers = new Answers(core, { store: passingStore(), opponents: request.opponents });
}
