import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { TemplateVersion } from '../entities/template.entity.js';
import type { Award } from './shown-values.js';

type Titled = Pick<TemplateVersion, 'title' | 'issuer_name'>;

/** What the hash of a certificate is about; anyone who has it can compute the hash again. */
export const hashedContent = ({ title, issuer_name }: Titled, award: Award) => ({
  code: award.code,
  revision: award.revision,
  recipient_name: award.recipient_name,
  title,
  issuer_name,
  issued_on: award.issued_on,
  expires_on: award.expires_on,
  values: award.custom_values,
});

/** SHA-256 of the canonical JSON (RFC 8785), in hexadecimal digits. */
export function contentHash(version: Titled, award: Award): string {
  return createHash('sha256')
    .update(canonicalize(hashedContent(version, award)) as string)
    .digest('hex');
}
