import { existsSync } from 'node:fs';
import type { Row } from '../support/rows.js';

/** What the sweeps cannot guess of an app: it says so in `test/apps/<slug>/rows.ts`, as `samples`. */
export interface Samples {
  /** Columns whose checks cannot be guessed, by table. */
  rows?: Record<string, object>;
  /** What an action's input needs beyond its schema; from the row that it is about, where it is about one. */
  inputs?: Record<string, object | ((target: Row) => object)>;
  /** Changing actions that a rule refuses when nothing has gone before; the app's own tests tell that story. */
  refused?: string[];
}

export async function samplesOf(slug: string): Promise<Samples> {
  if (!existsSync(new URL(`../apps/${slug}/rows.ts`, import.meta.url))) return {};
  const { samples } = (await import(`../apps/${slug}/rows.js`)) as { samples: Samples };
  return samples;
}
