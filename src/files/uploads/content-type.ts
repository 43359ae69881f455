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

/** Kinds of text are not told by their content. Not one of them is shown, and a script is no text. */
const TEXT = /^text\/(?!plain$|.*script)[\w.+-]{1,100}$/;

/**
 * What a file is, by its content: a name and a header are whatever the sender wrote there. Only which kind of text
 * it is, his word is taken for.
 */
export async function contentTypeOf(file: string, promised = ''): Promise<ContentType> {
  const found = await fileTypeFromFile(file);
  if (!found) return { type: await unsignedType(file, promised), kind: 'file' };
  const [type = ''] = found.mime.split(';');
  return { type, kind: kindOf(type) };
}

async function unsignedType(file: string, promised: string): Promise<string> {
  const text = textOf(await beginningOf(file));
  if (text === undefined) return 'application/octet-stream';
  if (TEXT.test(promised)) return promised;
  // What begins with a tag might be run by whoever opens it.
  return text.trimStart().startsWith('<') ? 'application/octet-stream' : 'text/plain';
}

export function kindOf(type: string): Kind {
  if (IMAGES.has(type)) return 'image';
  const family = type.split('/')[0];
  return family === 'video' || family === 'audio' ? family : 'file';
}

const textOf = (bytes: Buffer) =>
  isUtf8(bytes) && bytes.every((byte) => byte >= 32 || IN_TEXT.has(byte)) ? bytes.toString() : undefined;

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
