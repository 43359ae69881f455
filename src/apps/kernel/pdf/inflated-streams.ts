import { decodePDFRawStream, PDFContext, PDFName, PDFRawStream } from 'pdf-lib';

/** The library's decoders, which do not say their type. */
interface Decoder {
  buffer: Uint8Array;
  ensureBuffer(bytes: number): Uint8Array;
}

/** Of all streams of one PDF together that the library decompresses: lists of objects, not pictures. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A zlib stream of nothing: the decoder reads its header at once. */
const EMPTY = new Uint8Array([0x78, 0x9c, 3, 0]);

let inflated = 0;

export const forgetInflated = () => void (inflated = 0);
export const isTooMuchInflated = () => inflated > MOST_BYTES;

/**
 * Limits what the streams of a PDF become when they are decompressed: ten megabytes can become ten gigabytes, and byte arrays are
 * not what the memory limit of a thread counts.
 */
export function limitInflated(): void {
  const dictionary = PDFContext.create().obj({ Filter: PDFName.of('FlateDecode') });
  const decoder = decodePDFRawStream(PDFRawStream.of(dictionary, EMPTY));
  const shared = Object.getPrototypeOf(Object.getPrototypeOf(decoder)) as Decoder;
  const ensure = shared.ensureBuffer;
  shared.ensureBuffer = function (bytes) {
    inflated += Math.max(0, bytes - this.buffer.byteLength);
    if (isTooMuchInflated()) throw new Error('The streams of the PDF are too large');
    const before = this.buffer.byteLength;
    const buffer = ensure.call(this, bytes);
    inflated += Math.max(0, buffer.byteLength - Math.max(bytes, before));
    return buffer;
  };
}
