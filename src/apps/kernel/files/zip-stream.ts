import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';

/** A file or a folder of an archive, by its path. The bytes are asked for when their turn comes. */
export type ZipEntry = { path: string } & ({ isFolder: true } | { changed: Date; open: () => Promise<Readable> });

const NOTHING = new Uint8Array();

/**
 * An archive that is written as it is read: of the files, one is open at a time, and no more than a piece of it is in
 * memory. Contents are stored as they are. Without Zip64, so all files together must stay below 4 GiB.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(piecesOf(entries), { objectMode: false });
}

async function* piecesOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length) pieces.push(piece);
  });
  for await (const entry of entries) {
    if ('isFolder' in entry) {
      const folder = new ZipPassThrough(`${entry.path}/`);
      zip.add(folder);
      folder.push(NOTHING, true);
    } else {
      const file = new ZipPassThrough(entry.path);
      file.mtime = entry.changed;
      zip.add(file);
      const bytes = await entry.open();
      for await (const piece of bytes as AsyncIterable<Buffer>) {
        // A copy, because the library keeps what it gets until it is written.
        file.push(new Uint8Array(piece));
        yield* pieces.splice(0);
      }
      file.push(NOTHING, true);
    }
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces;
}
