import {
  concatTransformationMatrix,
  EncryptedPDFError,
  PDFDocument,
  type PDFImage,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';
import { drawElement } from './draw-page.js';
import { FontBook } from './font-book.js';
import { forgetInflated, isTooMuchInflated } from './inflated-streams.js';
import type { PdfDocument, PdfFault, PdfPage, PdfRequest, PdfShape } from './pdf-document.js';
import { addSignaturePlace, signPdf } from './pdf-seal.js';
import { shownBox, shownSize } from './shown-page.js';
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
  const copies = await copyPages(pdf, sources, document.pages);
  if ('fault' in copies) return copies;
  for (const [at, { width, height, elements }] of document.pages.entries()) {
    const copy = copies[at];
    const page = pdf.addPage(copy ?? [width, height]);
    if (!elements.length) continue;
    const shown = shownBox(page);
    page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...shown.matrix));
    for (const element of elements) await drawElement({ pdf, page, height: shown.height, book, imageOf }, element);
    page.pushOperators(popGraphicsState());
  }
  if (!document.seal) return pdf.save({ addDefaultPage: false });
  addSignaturePlace(pdf, document.seal, new Date(document.created));
  return signPdf(await pdf.save({ addDefaultPage: false, useObjectStreams: false }), document.seal);
}

/** The pages that come from a source; all of one source at once, because each call copies what its pages share again. */
async function copyPages(
  pdf: PDFDocument,
  sources: PDFDocument[],
  pages: PdfPage[],
): Promise<(PDFPage | undefined)[] | PdfFault> {
  const copies: (PDFPage | undefined)[] = pages.map(() => undefined);
  try {
    for (const [index, source] of sources.entries()) {
      let places = pages.flatMap(({ from }, place) => (from?.source === index ? [{ place, page: from.page }] : []));
      while (places.length) {
        // One call gives a page that is used twice only once.
        const first = places.filter(({ page }, at) => places.findIndex((one) => one.page === page) === at);
        const copied = await pdf.copyPages(
          source,
          first.map(({ page }) => page),
        );
        for (const [at, { place }] of first.entries()) copies[place] = copied[at];
        places = places.filter((one) => !first.includes(one));
      }
    }
    return copies;
  } catch {
    return { fault: 'unreadable' };
  }
}

function describe(pdf: PDFDocument, { title, author, subject, created, language }: PdfDocument): void {
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setAuthor(author);
  if (subject) pdf.setSubject(subject);
  if (language) pdf.setLanguage(language);
  pdf.setCreationDate(new Date(created));
  pdf.setModificationDate(new Date(created));
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
    return { pages: pdf.getPages().map(shownSize) };
  } catch {
    return { fault: 'unreadable' };
  }
}
