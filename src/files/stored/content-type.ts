import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';

export type Kind = 'image' | 'video' | 'audio' | 'file';

export interface ContentType {
  type: string;
  kind: Kind;
}

/** The formats that are shown as images; others are plain files. */
const IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const LOOKED_AT = 64 * 1024;
/** Control characters that text may contain: tab, line feed, form feed, carriage return and escape. */
const IN_TEXT = new Set([9, 10, 12, 13, 27]);

/**
 * Text types that are accepted as stated, because content does not show them. None of them is displayed, and
 * script types are excluded.
 */
const TEXT = /^(text\/(?!plain$|.*script)[\w.+-]{1,100}|application\/json)$/;

/**
 * Detects the type of a file by its content, because name and header are chosen by the sender. Only the
 * sub-type of text is taken from the sender.
 */
export async function contentTypeOf(file: string, promised = ''): Promise<ContentType> {
  // Loaded with the first file, as most processes receive none.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(file);
  if (!found) return { type: await unsignedType(file, promised), kind: 'file' };
  const [type = ''] = found.mime.split(';');
  return { type, kind: kindOf(type) };
}

async function unsignedType(file: string, promised: string): Promise<string> {
  const text = textOf(await beginningOf(file));
  if (text === undefined) return 'application/octet-stream';
  if (TEXT.test(promised)) return promised;
  // Text that begins with a tag may be HTML, which a browser would execute.
  return text.trimStart().startsWith('<') ? 'application/octet-stream' : 'text/plain';
}

export function kindOf(type: string): Kind {
  if (IMAGES.has(type)) return 'image';
  const family = type.split('/')[0];
  return family === 'video' || family === 'audio' ? family : 'file';
}

const textOf = (bytes: Buffer) =>
  isUtf8(bytes) && bytes.every((byte) => byte >= 32 || IN_TEXT.has(byte)) ? bytes.toString() : undefined;

/** The beginning of the file, cut at a whole character. */
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

/** Whether a browser may display the content inline. Other types could do harm there. */
export const isShown = ({ type, kind }: ContentType) => kind !== 'file' || type === 'text/plain';
