import { EncryptedPDFError, PDFDocument, type PDFImage, type PDFPage } from 'pdf-lib';
import { drawElement } from './draw-page.js';
import { FontBook } from './font-book.js';
import { forgetInflated, isTooMuchInflated } from './inflated-streams.js';
import type { PdfDocument, PdfFault, PdfPage, PdfRequest, PdfShape } from './pdf-document.js';
import { uncovered } from './text-shaping.js';

export async function answerPdf(request: PdfRequest): Promise<unknown> {
  switch (request.do) {
    case 'draw':
      return drawPdf(request.document, new FontBook(request.fontFolder));
    case 'inspect':
      return inspectPdf(request.bytes);
    case 'uncovered': {
      const book = new FontBook(request.fontFolder);
      return request.texts.map((text) => uncovered(book, text));
    }
  }
}

/** Nothing in the file depends on when or where it is made. */
async function drawPdf(document: PdfDocument, book: FontBook): Promise<Uint8Array | PdfFault> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  describe(pdf, document);
  const sources: PDFDocument[] = [];
  for (const bytes of document.sources ?? []) {
    const source = await openPdf(bytes);
    if ('fault' in source) return source;
    sources.push(source);
  }
  const images = new Map<string, Promise<PDFImage>>();
  const imageOf = (key: string) => {
    const image = document.images?.[key];
    if (image && !images.has(key))
      images.set(key, image.type === 'image/png' ? pdf.embedPng(image.bytes) : pdf.embedJpg(image.bytes));
    return Promise.resolve(images.get(key));
  };
  for (const wanted of document.pages) {
    const page = await addPage(pdf, sources, wanted);
    if ('fault' in page) return page;
    for (const element of wanted.elements) await drawElement({ pdf, page, book, imageOf }, element);
  }
  return pdf.save({ addDefaultPage: false });
}

function describe(pdf: PDFDocument, { title, author, subject, created, language }: PdfDocument): void {
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setAuthor(author);
  if (subject) pdf.setSubject(subject);
  if (language) pdf.setLanguage(language);
  pdf.setCreationDate(new Date(created));
  pdf.setModificationDate(new Date(created));
}

async function addPage(
  pdf: PDFDocument,
  sources: PDFDocument[],
  { from, width, height }: PdfPage,
): Promise<PDFPage | PdfFault> {
  const source = from && sources[from.source];
  if (!source) return pdf.addPage([width, height]);
  try {
    const [copy] = await pdf.copyPages(source, [from.page]);
    return pdf.addPage(copy);
  } catch {
    return { fault: 'unreadable' };
  }
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocument | PdfFault> {
  try {
    forgetInflated();
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    // The library leaves out what it cannot read.
    return isTooMuchInflated() ? { fault: 'unreadable' } : pdf;
  } catch (error) {
    return { fault: error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable' };
  }
}

async function inspectPdf(bytes: Uint8Array): Promise<PdfShape | PdfFault> {
  const pdf = await openPdf(bytes);
  if ('fault' in pdf) return pdf;
  try {
    return { pages: pdf.getPages().map((page) => page.getSize()) };
  } catch {
    return { fault: 'unreadable' };
  }
}
