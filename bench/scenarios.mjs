import { readdirSync } from 'node:fs';

const FOLDER = new URL('scenarios/', import.meta.url);

/**
 * A scenario is one file that exports
 * - `name`, and the `path` that is asked with GET;
 * - `bare(app, { identify, query, transaction, json, base })`: the same endpoint by hand, on the bare Express server;
 *   `query` and, inside it, `transaction` run our own statements by their names; `base` begins the addresses it hands out;
 * - `prepare(here, environment, sizes)`, optional: makes through our API what the request needs, and returns `headers` for
 *   it, or another `path`, or `posts()`: the requests of one measurement, each `{ path, headers, body }`, and asked with
 *   GET where it has no body;
 * - `comparable(answer)`, optional: what of an answer is the same on both sides;
 * - `network`, true where it needs many accounts and posts, and `alone`, true where it is measured on one
 *   connection too;
 * - or, instead of these, `figures({ here, environment, sizes, load, seconds, rounds, warmUp })`: its own measurement, as rows of the table.
 */
export async function loadScenarios(only) {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.mjs'));
  const all = await Promise.all(files.map((file) => import(new URL(file, FOLDER))));
  const names = all.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown) throw new Error(`--only is ${unknown}, accepted is one of ${names.join(', ')}`);
  return all.filter(({ name }) => !only || only.includes(name));
}
