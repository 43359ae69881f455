import { DatabaseService } from '../../src/platform/database/database.service.js';
import { jsonOf } from '../../src/platform/exports/export-document.js';
import type { ExportNode } from '../../src/platform/exports/export-node.js';
import type { TestService } from './service.js';

/** The written JSON of an export section. */
export async function written<T = Record<string, object[]>>(
  { app }: Pick<TestService, 'app'>,
  content: ExportNode | Promise<ExportNode>,
): Promise<T> {
  const node = await content;
  return app.get(DatabaseService, { strict: false }).snapshot(10_000, async (ask) => {
    const pieces: string[] = [];
    for await (const piece of jsonOf(node, ask)) pieces.push(piece);
    return JSON.parse(pieces.join('')) as T;
  });
}
