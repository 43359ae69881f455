import { IsBoolean, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { present } from '../../kernel/rows/view.js';
import { isChain } from '../audit/chain.js';
import { AddressesService } from '../envelopes/addresses.service.js';
import { OriginalsService } from '../envelopes/originals.service.js';
import {
  AuditView,
  DocumentView,
  documentView,
  EnvelopeView,
  FieldView,
  fieldView,
  hiddenSignerView,
  SignerView,
  signerView,
} from '../envelopes/views.js';
import { DownloadsService } from '../signing/downloads.service.js';
import { EnvelopeRows } from '../envelopes/envelope-rows.js';

class Input {
  @Uuid() envelope_id!: string;
}

class OriginalView {
  @Uuid() document_id!: string;
  @IsString() name!: string;
  /** Null if the original is gone, or not frozen yet. */
  @Nullable() @IsString() url!: string | null;
}

class DownloadsView {
  @ListOf(() => OriginalView) originals!: OriginalView[];
  /** Null before the envelope is completed. */
  @Nullable() @IsString() final!: string | null;
}

class Result {
  @Nested(() => EnvelopeView) envelope!: EnvelopeView;
  @ListOf(() => DocumentView) documents!: DocumentView[];
  @ListOf(() => SignerView) signers!: SignerView[];
  /** Of a signer their own. */
  @ListOf(() => FieldView) fields!: FieldView[];
  /** Empty for signers before the envelope is completed. */
  @ListOf(() => AuditView) audit!: AuditView[];
  /** The chain was computed again, and all events are as they were written. */
  @IsBoolean() audit_valid!: boolean;
  /** Addresses for ten minutes. */
  @Nested(() => DownloadsView) downloads!: DownloadsView;
}

@Action('get-envelope', {
  access: 'authenticated',
  notes: true,
  description: 'An envelope with its documents, signers, fields and audit trail, for its sender and its signers.',
  input: Input,
  result: Result,
  refuses: { 404: ['Envelope not found'] },
})
export class GetEnvelope {
  constructor(
    private readonly rows: EnvelopeRows,
    private readonly originals: OriginalsService,
    private readonly downloads: DownloadsService,
    private readonly addresses: AddressesService,
  ) {}

  async run({ input, caller, visitor }: Call<Input>): Promise<Result> {
    const id = input.envelope_id;
    // A signer who gets the result writes an event, for which the envelope is locked.
    const envelope = await this.rows.envelopes.the({ id }, 'Envelope', { lock: 'no key update' });
    const isSender = envelope.owner_id === caller.id || seesAsAdmin(caller);
    const signers = await this.rows.signers.of(id);
    const own = signers.find(({ user_id }) => user_id === caller.id);
    if (!isSender && (!own || !envelope.sent_at)) throw notFound('Envelope');
    const final =
      own && !isSender
        ? await this.downloads.final(envelope, own, { caller, visitor })
        : this.originals.final(envelope);
    const documents = await this.rows.documents.of(id);
    const urls = await this.originals.urls(documents);
    const fields = await this.rows.fields.of(id);
    const events = await this.rows.events.of(id);
    const seesAudit = isSender || envelope.status === 'completed';
    return {
      envelope: this.addresses.view(envelope),
      documents: documents.map(documentView),
      signers: isSender ? signers.map(signerView) : signers.map((one) => hiddenSignerView(one, one.id === own?.id)),
      fields: fields.filter(({ signer_id }) => isSender || signer_id === own?.id).map(fieldView),
      audit: seesAudit ? events.map((event) => present(AuditView, event)) : [],
      audit_valid: isChain(events, envelope.audit_head),
      downloads: {
        originals: documents.map(({ document_id, name }, index) => ({ document_id, name, url: urls[index] ?? null })),
        final,
      },
    };
  }
}
