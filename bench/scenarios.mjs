import { readdirSync } from 'node:fs';

const FOLDER = new URL('scenarios/', import.meta.url);

/**
 * A scenario is one file that exports
 * - `name`, and the `path` of its requests, which are GET unless `posts` says otherwise;
 * - `bare(app, { identify, query, transaction, json, base, manifests })`: the same endpoint by hand, on the bare Express
 *   server; `query` and, inside it, `transaction` send a statement of the sources by its name, or one that the benchmark
 *   declares; `base` begins the addresses in answers, `manifests` are the manifests of all apps;
 * - `writes`, true where a request leaves rows: these have to be the same on both sides, whatever statements are sent.
 *   Without it the statements have to be the same;
 * - `prepare(here, environment, sizes)`, optional: makes what the requests need, and returns `headers` for them, or
 *   another `path`, or `posts(count)`: the next requests, or as many as there still are, each `{ path, headers, body }`,
 *   and GET where it has no body. No request may find that an earlier one has left it nothing to write;
 * - `comparable(answer)`, optional: what of an answer is the same on both sides;
 * - `network`, true where it needs many accounts and posts, and `alone`, true where it is measured on one
 *   connection too;
 * - or, instead of these, `figures({ here, environment, sizes, load, seconds, rounds, warmUp })`: its own measurement, as
 *   rows of the table.
 */
export async function loadScenarios(only) {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.mjs'));
  const all = await Promise.all(files.map((file) => import(new URL(file, FOLDER))));
  const names = all.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown) throw new Error(`--only is ${unknown}, accepted is one of ${names.join(', ')}`);
  return all.filter(({ name }) => !only || only.includes(name));
}
