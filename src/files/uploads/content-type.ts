import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

export type Kind = 'image' | 'video' | 'audio' | 'file';

export interface ContentType {
  type: string;
  kind: Kind;
}

/** What is shown as an image; other formats are files like any other. */
const IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const LOOKED_AT = 64 * 1024;
/** Tab, new lines, form feed and escape: what text may hold below the space. */
const IN_TEXT = new Set([9, 10, 12, 13, 27]);

/** What a file is, by its content alone: a name and a header are whatever the sender wrote there. */
export async function contentTypeOf(file: string): Promise<ContentType> {
  const found = await fileTypeFromFile(file);
  if (!found)
    return { type: (await isPlainText(file)) ? 'text/plain' : 'application/octet-stream', kind: 'file' };
  const [type = ''] = found.mime.split(';');
  return { type, kind: kindOf(type) };
}

function kindOf(type: string): Kind {
  if (IMAGES.has(type)) return 'image';
  const family = type.split('/')[0];
  return family === 'video' || family === 'audio' ? family : 'file';
}

/** Text, and no markup: what begins with a tag might be run by whoever opens it. */
async function isPlainText(file: string): Promise<boolean> {
  const bytes = await beginningOf(file);
  if (!isUtf8(bytes) || bytes.some((byte) => byte < 32 && !IN_TEXT.has(byte))) return false;
  return !bytes.toString().trimStart().startsWith('<');
}

/** Up to the last whole character. */
async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT);
    if (bytesRead < LOOKED_AT) return buffer.subarray(0, bytesRead);
    let end = bytesRead;
    while (end > bytesRead - 4 && ((buffer[end - 1] as number) & 0xc0) === 0x80) end--;
    return buffer.subarray(0, end - 1);
  } finally {
    await handle.close();
  }
}

/** Whether a browser may show it in its place: of everything else nobody can say what it would do there. */
export const isShown = ({ type, kind }: ContentType) => kind !== 'file' || type === 'text/plain';
