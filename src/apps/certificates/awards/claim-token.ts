import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

export const drawClaimToken = () => randomBytes(BYTES).toString('base64url');
/** Only the hash of a token is stored. */
export const claimHash = (token: string) => createHash('sha256').update(token).digest('base64url');
