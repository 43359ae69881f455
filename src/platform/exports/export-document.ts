import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { QueryResultRow } from 'pg';
import { type Ask, readByCursor } from '../database/cursor.js';
import type { ExportNode, ExportRows, Presenter } from './export-node.js';

export class ExportTooLarge extends Error {}

/** The JSON document of an export, in pieces. At most one batch of the cursor is in memory at a time. */
export async function* jsonOf(node: ExportNode, ask: Ask): AsyncGenerator<string> {
  if ('rows' in node) yield* listOf(node.rows, ask);
  else if ('fields' in node) yield* objectOf(node.fields, ask);
  else yield JSON.stringify(node.value) ?? 'null';
}

/** The rows as JSON texts, in batches. */
export async function* rowTexts(rows: ExportRows, ask: Ask): AsyncGenerator<string[]> {
  const { column, present } = rows;
  const presented = present && (await presenterOf(present));
  yield* readByCursor(ask, rows, (row) => {
    const item = column === undefined ? row : (row as Record<string, unknown>)[column];
    return JSON.stringify(presented ? presented(item) : item) ?? 'null';
  });
}

/** Writes the pieces to a new file and returns its size; throws `ExportTooLarge` above the limit. */
export async function writeDocument(
  pieces: AsyncIterable<string>,
  path: string,
  mostBytes: number,
  signal?: AbortSignal,
): Promise<number> {
  let size = 0;
  const counted = async function* (source: AsyncIterable<string>) {
    for await (const piece of source) {
      size += Buffer.byteLength(piece);
      if (size > mostBytes) throw new ExportTooLarge();
      yield piece;
    }
  };
  await pipeline(pieces, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return size;
}

async function* listOf(rows: ExportRows, ask: Ask): AsyncGenerator<string> {
  let before = '[';
  for await (const texts of rowTexts(rows, ask)) {
    yield before + texts.join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* objectOf(fields: Record<string, ExportNode>, ask: Ask): AsyncGenerator<string> {
  let before = '{';
  for (const [name, field] of Object.entries(fields)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonOf(field, ask);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

async function presenterOf({ module, name, args }: Presenter) {
  const loaded = (await import(module)) as Record<string, (row: unknown, ...more: unknown[]) => unknown>;
  const present = loaded[name];
  if (!present) throw new Error(`${module} exports no ${name}`);
  return (row: QueryResultRow | unknown) => present(row, ...args);
}
