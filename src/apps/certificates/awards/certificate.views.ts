import { IsIn, IsInt, IsString } from 'class-validator';
import { IsPlainObject } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Certificate, type FieldValues, Revision, type State, STATES } from '../entities/certificate.entity.js';
import { today } from './dates.js';
import type { ShownCertificate } from './certificate.repository.js';

export class CertificateView extends viewOf(Certificate, { without: ['claim_hash', 'pdf_key', 'expiry_noticed_at'] }) {
  @IsPlainObject() declare custom_values: FieldValues;
  @IsString() title!: string;
  @IsString() issuer_name!: string;
  /** Which version of its template it is printed from. */
  @IsInt() template_version!: number;
  /** Today. */
  @IsIn(STATES) state!: State;
  @IsString() verify_url!: string;
}

export class RevisionView extends viewOf(Revision, { without: ['owner_id', 'certificate_id'] }) {
  @IsPlainObject() declare before: object;
  @IsPlainObject() declare after: object;
}

export function stateOf({ status, expires_on }: Pick<Certificate, 'status' | 'expires_on'>): State {
  if (status === 'revoked') return 'revoked';
  return expires_on !== null && expires_on < today() ? 'expired' : 'valid';
}

/** The e-mail is a note of the issuer. */
export function presentCertificate(row: ShownCertificate, verifyUrl: string, viewerId: string): CertificateView {
  const { title, issuer_name, template_version } = row;
  const recipient_email = row.owner_id === viewerId ? row.recipient_email : null;
  const shown = { ...present(CertificateView, row), recipient_email, custom_values: row.custom_values };
  return { ...shown, title, issuer_name, template_version, state: stateOf(row), verify_url: verifyUrl };
}
