import { readFileSync, writeFileSync } from 'node:fs';

/** What is written down in `docs/snapshots`: set UPDATE_SNAPSHOTS=1 to write it anew, and read the difference in git. */
export function expectKept(file: string, now: string): void {
  const path = new URL(`../../docs/snapshots/${file}`, import.meta.url);
  if (process.env.UPDATE_SNAPSHOTS) writeFileSync(path, now);
  expect(now).toBe(readFileSync(path, 'utf8'));
}
