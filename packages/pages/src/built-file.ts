import { readFileSync } from 'node:fs';

/**
 * A file that Vite has built, by its path below `web`. Modules read it while they load, so a running service never
 * mixes files of two builds.
 */
export const builtFile = (path: string) => readFileSync(new URL(`./web/${path}`, import.meta.url), 'utf8');
