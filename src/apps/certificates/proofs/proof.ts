import type { ProvenCertificate } from '../awards/certificate.repository.js';
import { stateOf } from '../awards/certificate.views.js';
import { writtenValue } from '../drawing/shown-values.js';
import type { Verification } from './verification.views.js';

interface ProofAddresses {
  pdf_url: string;
  badge_url: string | null;
}

const HIDDEN = {
  description: null,
  criteria: null,
  values: null,
  details: null,
  revision: null,
  content_hash: null,
  pdf_url: null,
  badge_url: null,
};

/** What anybody who has the code may know. */
export function proofOf(certificate: ProvenCertificate, { pdf_url, badge_url }: ProofAddresses): Verification {
  const { code, title, recipient_name, issued_on, expires_on, revoked_at, revoke_reason } = certificate;
  const status = stateOf(certificate);
  const dates = { issued_on, expires_on, revoked_at };
  const issuer = { name: certificate.issuer_name, url: certificate.issuer_url };
  const verified_at = new Date();
  if (certificate.visibility === 'private') {
    const shown = { code, title, recipient_name: initials(recipient_name), ...dates, revoke_reason, ...HIDDEN };
    return { status, certificate: shown, issuer, verified_at };
  }
  const { description, criteria, revision, content_hash, custom_values: values } = certificate;
  const shown = {
    code,
    title,
    recipient_name,
    ...dates,
    revoke_reason,
    description,
    criteria,
    values,
    details: detailsOf(certificate),
    revision,
    content_hash,
    pdf_url: status === 'revoked' ? null : pdf_url,
    badge_url,
  };
  return { status, certificate: shown, issuer, verified_at };
}

const LETTER = /\p{L}\p{M}*/u;

/** `Zoë van Dyk` is `Z. v. D.` */
const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => LETTER.exec(word)?.[0] ?? [])
    .map((letter) => `${letter}.`)
    .join(' ');

const detailsOf = ({ custom_fields, custom_values, layout }: ProvenCertificate) =>
  custom_fields.flatMap((field) => {
    const value = writtenValue(field, custom_values, layout.locale);
    return value ? [{ label: field.label, value }] : [];
  });
