import { createHmac } from 'node:crypto';

type Part = Record<string, unknown>;

const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Part;

/** What an access token says, read without any check. */
export function readToken(token: string): { header: Part; claims: Part } {
  const [header, claims] = token.split('.');
  return { header: decode(header), claims: decode(claims) };
}

/** The session that an access token is of. */
export const sessionIdOf = (token: string) => String(readToken(token).claims.sid);

/** A token with a header and claims of any kind, under an HMAC of any secret; `sha256` makes an honest HS256. */
export function forge(header: Part, claims: Part, secret: string, hash = 'sha256'): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

export const unsigned = (header: Part, claims: Part, signature = '') =>
  `${encode(header)}.${encode(claims)}.${signature}`;
