import { createHash } from 'node:crypto';

/** The value of the header `ETag`. */
export const etagOf = (content: string | Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
