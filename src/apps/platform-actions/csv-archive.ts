import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import type { Ask } from '../../platform/database/cursor.js';
import { rowTexts } from '../../platform/exports/export-document.js';
import type { Exported } from '../kernel/exports/app-export.js';
import { csvHead, csvLine } from './csv.js';

/** A table among others in one file: a JSON text a line, from one byte to another. */
export interface WrittenTable {
  name: string;
  columns: string[];
  start: number;
  end: number;
}

const NEW_LINE = 0x0a;
const NOTHING = new Uint8Array();

/**
 * All tables as lines of JSON, and in `written` what was found of them. The columns of a CSV file are known when the
 * last row is: what is shown of a row may differ from row to row.
 */
export async function* tablesOf(tables: Exported, ask: Ask, written: WrittenTable[]): AsyncGenerator<string> {
  let at = 0;
  for (const [name, { rows }] of Object.entries(tables)) {
    const columns = new Set<string>();
    const start = at;
    for await (const texts of rowTexts(rows, ask)) {
      for (const text of texts) for (const column of Object.keys(JSON.parse(text) as object)) columns.add(column);
      const lines = `${texts.join('\n')}\n`;
      at += Buffer.byteLength(lines);
      yield lines;
    }
    written.push({ name, columns: [...columns], start, end: at });
  }
}

/** Writes a zip with a CSV file for each table, piece by piece; zlib compresses in threads of its own. */
export async function archiveOf(rows: string, tables: WrittenTable[], path: string): Promise<void> {
  await pipeline(zipped(rows, tables), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

async function* zipped(rows: string, tables: WrittenTable[]): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const table of tables) {
    const entry: ZipInputFile = { filename: `${table.name}.csv`, size: 0, crc: 0, compression: 8 };
    zip.add(entry);
    const tell = entry.ondata as NonNullable<ZipInputFile['ondata']>;
    for await (const piece of deflated(csvOf(rows, table), entry)) {
      tell(null, new Uint8Array(piece), false);
      yield* pieces.splice(0);
    }
    tell(null, NOTHING, true);
  }
  zip.end();
  yield* pieces;
}

/** The size and the checksum that the archive tells are those of the content before it is compressed. */
function deflated(content: AsyncIterable<Buffer>, entry: ZipInputFile): AsyncIterable<Buffer> {
  const counted = async function* () {
    for await (const piece of content) {
      entry.size += piece.length;
      entry.crc = crc32(piece, entry.crc);
      yield piece;
    }
  };
  const deflate = createDeflateRaw();
  // The reader of the stream handles its failure.
  pipeline(Readable.from(counted(), { objectMode: false }), deflate).catch(() => undefined);
  return deflate;
}

async function* csvOf(path: string, { columns, start, end }: WrittenTable): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(columns));
  if (end === start) return;
  for await (const lines of linesOf(createReadStream(path, { start, end: end - 1 }))) {
    yield Buffer.from(lines.map((line) => csvLine(columns, JSON.parse(line) as object)).join(''));
  }
}

/** By bytes, because Node's `readline` also ends a line at characters that JSON leaves as they are. */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let before: Buffer[] = [];
  for await (const piece of source) {
    const last = piece.lastIndexOf(NEW_LINE);
    if (last < 0) {
      before.push(piece);
      continue;
    }
    const whole = Buffer.concat([...before, piece.subarray(0, last)]);
    before = [piece.subarray(last + 1)];
    yield whole.toString().split('\n');
  }
}
