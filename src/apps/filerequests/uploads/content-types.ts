import type { Readable } from 'node:stream';
import { extensionOf } from './file-names.js';

/** What is looked at of a file. A limit, so that no content makes the service read or unpack more. */
const HEAD_BYTES = 64 * 1024;

/** Extensions of one format, or of formats that programs write under either name. */
const FAMILIES = [
  'jpg jpeg jpe jfif mpo',
  'png apng',
  'tif tiff cr2 nef nrw arw dng orf rw2 raf pef srw',
  'mp4 m4v mov qt 3gp 3g2 m4a m4b m4p f4v f4a',
  'heic heif hif avif',
  'ogg oga ogv ogm ogx opus spx',
  'mkv webm mka mk3d',
  'asf wma wmv',
  'wav wave bwf',
  'aif aiff aifc',
  'mid midi',
  'mpg mpeg mpe m2v vob',
  'ts mts m2ts',
  'gz tgz svgz emz',
  'bz2 tbz2 tbz',
  'xz txz',
  'zst tzst',
  'ps eps ai',
  'pdf ai',
  'cfb doc xls ppt msg pub vsd dot xlt pps mpp thmx',
  'xml svg html htm xhtml gpx kml rss atom plist xsd xsl musicxml fodt fods svgz xrechnung',
  'docx docm dotx dotm',
  'xlsx xlsm xltx xltm',
  'pptx pptm potx potm ppsx ppsm',
].map((family) => new Set(family.split(' ')));

/** Zip archives, of which the beginning need not show what they are. */
const ZIPPED = new Set(
  (
    'zip docx docm dotx dotm xlsx xlsm xltx xltm xlsb pptx pptm potx potm ppsx ppsm odt ods odp odg ott ots otp epub ' +
    'pages numbers key kmz 3mf usdz cbz sketch jar apk xpi asice asics bdoc vsdx'
  ).split(' '),
);
/** Formats that every file of this extension begins with, so that one that does not is something else. */
const ALWAYS_SEEN = new Set(
  (
    'pdf png apng gif jpg jpeg jpe jfif webp tif tiff heic heif avif mp4 m4v mov m4a 3gp webm mkv ogg opus flac wav ' +
    'zip rar 7z gz tgz bz2 xz docx xlsx pptx odt ods odp epub doc xls ppt psd'
  )
    .split(' ')
    .concat([...ZIPPED]),
);
/** Text: nothing in it says what it is. */
const TEXT = new Set('txt text csv tsv md markdown log json ini yml yaml ics vcf srt'.split(' '));
/** What a computer runs: it is no file of an extension that says something else. */
const PROGRAMS = new Set('exe elf macho jar apk class deb rpm dmg wasm cab lnk msi'.split(' '));

/** Whether content that looks like `found` may have this name; undefined: the content shows nothing. */
export function fitsName(name: string, found: string | undefined): boolean {
  const extension = extensionOf(name);
  if (found === undefined) return !ALWAYS_SEEN.has(extension);
  if (found === extension || FAMILIES.some((family) => family.has(extension) && family.has(found))) return true;
  if (found === 'zip') return ZIPPED.has(extension) || !(ALWAYS_SEEN.has(extension) || TEXT.has(extension));
  return !(ALWAYS_SEEN.has(extension) || TEXT.has(extension) || PROGRAMS.has(found));
}

/** The extension of the format that the content shows. */
export async function formatOf(content: Readable): Promise<string | undefined> {
  const head = await headOf(content);
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(head))?.ext;
}

async function headOf(content: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}
