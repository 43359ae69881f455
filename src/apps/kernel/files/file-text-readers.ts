import { open, readFile } from 'node:fs/promises';

/** What is read of a file at most. */
export const MOST_TEXT_BYTES = 256 * 1024;
/** A document that unpacks to more is no document. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;
const MOST_PAGES = 2_000;

type Read = (path: string) => Promise<string>;

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** By the content type. The libraries are loaded by the process that reads such a file, and by no other. */
const READERS: Record<string, Read> = {
  'text/plain': beginningOf,
  'text/markdown': beginningOf,
  'text/csv': beginningOf,
  'application/json': beginningOf,
  'text/html': textOfHtml,
  'application/pdf': textOfPdf,
  [DOCX]: textOfDocx,
};

export const hasReader = (type: string) => Object.hasOwn(READERS, type);

/** The words of a file, without the characters that a database does not store. Throws if the file is not what it says. */
export async function textOf(path: string, type: string): Promise<string> {
  const read = READERS[type];
  if (!read) throw new Error(`no text is read from ${type}`);
  return cut(
    (await read(path))
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  );
}

const cut = (text: string) => {
  const bytes = Buffer.from(text);
  // As of a stream: half of a character at the end is left out.
  return new TextDecoder().decode(bytes.subarray(0, MOST_TEXT_BYTES), { stream: true });
};

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_TEXT_BYTES), 0, MOST_TEXT_BYTES);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function textOfHtml(path: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  const spaced = (await beginningOf(path)).replaceAll('<', ' <');
  const text = sanitize(spaced, { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? ' ');
}
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

async function textOfPdf(path: string): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)));
  let text = '';
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES) && text.length < MOST_TEXT_BYTES; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    text += `${items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')} `;
    page.cleanup();
  }
  return text;
}

async function textOfDocx(path: string): Promise<string> {
  const bytes = await readFile(path);
  const { unzipSync } = await import('fflate');
  let unpacked = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > MOST_UNPACKED_BYTES) throw new Error('the document unpacks to too much');
  const { default: mammoth } = await import('mammoth');
  return (await mammoth.extractRawText({ buffer: bytes })).value;
}
