import { createPrivateKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { type Reader, refusal } from './reader.js';

const LEAST_BITS = 2048;

/** Where further fonts for documents are. */
export function fontFolder(reader: Reader): string | undefined {
  const given = reader.text('FONTS_DIR');
  if (given === undefined) return undefined;
  const folder = resolve(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw refusal('FONTS_DIR', given, 'a folder with .ttf or .otf files');
}

/** The private key that signs badges, as PEM. */
export function badgeKey(reader: Reader): string | undefined {
  const given = reader.text('BADGE_KEY_FILE');
  if (given === undefined) return undefined;
  const pem = rsaKey(given);
  if (pem) return pem;
  throw refusal('BADGE_KEY_FILE', given, `a file with an RSA private key of at least ${LEAST_BITS} bits in PEM format`);
}

function rsaKey(file: string): string | undefined {
  try {
    const pem = readFileSync(file, 'utf8');
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS ? pem : undefined;
  } catch {
    return undefined;
  }
}

export interface SealCertificate {
  /** PKCS#12. */
  bytes: Buffer;
  password: string;
}

/** The certificate that seals signed documents. */
export function sealCertificate(reader: Reader): SealCertificate | undefined {
  const given = reader.text('SEAL_PKCS12_FILE');
  const password = reader.text('SEAL_PKCS12_PASSWORD') ?? '';
  if (given === undefined) return undefined;
  try {
    const bytes = readFileSync(given);
    createSecureContext({ pfx: bytes, passphrase: password });
    return { bytes, password };
  } catch {
    throw refusal('SEAL_PKCS12_FILE', given, 'a PKCS#12 file that SEAL_PKCS12_PASSWORD opens');
  }
}
