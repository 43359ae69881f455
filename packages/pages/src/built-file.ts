import { readdirSync, readFileSync } from 'node:fs';

const at = (path: string) => new URL(`./web/${path}`, import.meta.url);

/**
 * A file that Vite has built, by its path below `web`. Modules read it while they load, so a running service never
 * mixes files of two builds.
 */
export const builtFile = (path: string) => readFileSync(at(path), 'utf8');

/** All files of a folder below `web`, by their names. */
export const builtFiles = (folder: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(at(folder)).map((name) => [name, builtFile(`${folder}/${name}`)]));
