import { isContentType } from '../../kernel/files/file-types.js';

/** What browsers show without running anything of it. HTML and SVG are not among it. */
const INLINE = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/plain',
  'video/mp4',
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/x-wav',
  'audio/vnd.wave',
]);
export const isInlineType = (type: string | null) => type !== null && INLINE.has(type);

const UNKNOWN = 'application/octet-stream';

/**
 * The type of stored content. What the client says counts where the content does not show its type; it is not
 * believed that it is one of the types that browsers show, because those are recognised by their content.
 */
export function typeOf(found: string, said: string): string {
  const claim = said.toLowerCase().split(';')[0]?.trim() ?? '';
  return found === UNKNOWN && isContentType(claim) && !isInlineType(claim) ? claim : found;
}
