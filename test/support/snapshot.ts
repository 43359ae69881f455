import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Compares with a file in `docs/snapshots`. With UPDATE_SNAPSHOTS=1 it writes the file; review the diff in
 * git.
 */
export function expectKept(file: string, now: string): void {
  const path = new URL(`../../docs/snapshots/${file}`, import.meta.url);
  if (process.env.UPDATE_SNAPSHOTS) writeFileSync(path, now);
  expect(now).toBe(readFileSync(path, 'utf8'));
}
