import { open, readFile } from 'node:fs/promises';

/** What is read of a file at most, unless more is asked for. */
export const MOST_TEXT_BYTES = 256 * 1024;
/** A document that unpacks to more is no document. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;
const MOST_PAGES = 2_000;

export interface ReadingOptions {
  /** What is read of a file at most. */
  mostBytes: number;
  /** True: the text keeps its paragraphs. Otherwise it is words with spaces between them, as a search needs them. */
  keepsLines: boolean;
}

type Read = (path: string, options: ReadingOptions) => Promise<string>;

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

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
export async function textOf(path: string, type: string, options: ReadingOptions): Promise<string> {
  const read = READERS[type];
  if (!read) throw new Error(`no text is read from ${type}`);
  const text = (await read(path, options)).toWellFormed();
  return cut((options.keepsLines ? paragraphsOf(text) : text.replace(/[\p{Cc}\s]+/gu, ' ')).trim(), options.mostBytes);
}

const paragraphsOf = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');

const cut = (text: string, mostBytes: number) => {
  const bytes = Buffer.from(text);
  // As of a stream: half of a character at the end is left out.
  return new TextDecoder().decode(bytes.subarray(0, mostBytes), { stream: true });
};

async function beginningOf(path: string, { mostBytes }: ReadingOptions): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** What ends a line of a page. */
const BLOCKS = /<(?=\/?(?:p|div|h[1-6]|li|ul|ol|tr|table|br|blockquote|pre|section|article)\b)/gi;

async function textOfHtml(path: string, options: ReadingOptions): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  const html = await beginningOf(path, options);
  // The lines of the source are no lines of the page.
  const lined = options.keepsLines ? html.replace(/\s+/g, ' ').replace(BLOCKS, '\n<') : html;
  const spaced = lined.replaceAll('<', ' <');
  const text = sanitize(spaced, { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? ' ');
}
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

async function textOfPdf(path: string, { mostBytes, keepsLines }: ReadingOptions): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)));
  let text = '';
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES) && text.length < mostBytes; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const [lineEnd, pageEnd] = keepsLines ? ['\n', '\n\n'] : [' ', ' '];
    text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? lineEnd : '') : '')).join('') + pageEnd;
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
