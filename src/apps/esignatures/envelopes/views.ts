import { IsBoolean, IsIn, IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { IsPlainObject, ListOf, Nullable, Uuid } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { AuditEvent } from '../entities/audit-event.entity.js';
import { Envelope, EnvelopeDocument } from '../entities/envelope.entity.js';
import { Field, Signer, SIGNER_STATUSES, type SignerStatus } from '../entities/signer.entity.js';

export class EnvelopeView extends viewOf(Envelope, {
  without: ['final_key', 'seal_attempts', 'audit_seq', 'released_at'],
}) {
  /** Where anyone can check it; null before it is completed. */
  @Nullable() @IsString() verify_url!: string | null;
}

export class DocumentView extends viewOf(EnvelopeDocument, { without: ['page_sizes', 'envelope_id'] }) {}

export class FieldView extends viewOf(Field, { without: ['envelope_id'] }) {}

/** E-mails and addresses are null for everybody but the sender. */
export class SignerView extends viewOf(Signer, { without: ['access_code_hash', 'signature', 'envelope_id'] }) {
  @IsBoolean() has_access_code!: boolean;
}

export class SignerWithFieldsView extends SignerView {
  @ListOf(() => FieldView) fields!: FieldView[];
}

/** An envelope as its sender sees it. */
export class OwnEnvelopeView extends EnvelopeView {
  @ListOf(() => DocumentView) documents!: DocumentView[];
  @ListOf(() => SignerWithFieldsView) signers!: SignerWithFieldsView[];
}

export class ListedEnvelopeView extends EnvelopeView {
  /** Of the caller, if they are a signer by account. */
  @Nullable() @IsIn(SIGNER_STATUSES) my_status!: SignerStatus | null;
  @IsBoolean() my_turn!: boolean;
}

export class AuditView extends viewOf(AuditEvent, { without: ['id'] }) {
  @IsPlainObject() declare data: object;
}

export class LinkView {
  @Uuid() signer_id!: string;
  @IsString() url!: string;
}

export class NamedSigner {
  @IsString() name!: string;
  @IsIn(['signer', 'approver', 'copy']) role!: Signer['role'];
  @IsIn(SIGNER_STATUSES) status!: SignerStatus;
}

export const signerView = (signer: Signer): SignerView => ({
  ...present(SignerView, signer),
  has_access_code: signer.access_code_hash !== null,
});

/** Of somebody else than the sender. */
export const hiddenSignerView = (signer: Signer, isOwn: boolean): SignerView => {
  const view = signerView(signer);
  return isOwn ? view : { ...view, user_id: null, email: null, ip: null, user_agent: null, decline_reason: null };
};

export const fieldView = (field: Field): FieldView => present(FieldView, field);
export const documentView = (document: EnvelopeDocument): DocumentView => present(DocumentView, document);

export class OwnEnvelope extends answerWith('envelope', () => OwnEnvelopeView) {}
