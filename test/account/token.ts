import { createHmac } from 'node:crypto';

type Part = Record<string, unknown>;

const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Part;

/** The claims of an access token, without any check. */
export function readToken(token: string): { header: Part; claims: Part } {
  const [header, claims] = token.split('.');
  return { header: decode(header), claims: decode(claims) };
}

/** The session id of an access token. */
export const sessionIdOf = (token: string) => String(readToken(token).claims.sid);

/** A token with any header and claims, under an HMAC with any secret; `sha256` makes a correct HS256. */
export function forge(header: Part, claims: Part, secret: string, hash = 'sha256'): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

export const unsigned = (header: Part, claims: Part, signature = '') =>
  `${encode(header)}.${encode(claims)}.${signature}`;
