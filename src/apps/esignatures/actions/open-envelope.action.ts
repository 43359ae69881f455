import { IsIn, IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { ENVELOPE_STATUSES, type EnvelopeStatus } from '../entities/envelope.entity.js';
import { type Signer, SIGNER_ROLES, SIGNER_STATUSES } from '../entities/signer.entity.js';
import { OriginalsService } from '../envelopes/originals.service.js';
import { FieldView, fieldView, NamedSigner } from '../envelopes/views.js';
import { DownloadsService } from '../signing/downloads.service.js';
import { FirstViewsService } from '../signing/first-views.service.js';
import { VISIT_REFUSALS } from '../signing/refusals.js';
import { expectReadable } from '../signing/states.js';
import { VisitFields } from '../signing/visit.inputs.js';
import { type Admitted, VisitingService } from '../signing/visiting.service.js';
import { EnvelopeRows } from '../envelopes/envelope-rows.js';

class OpenedEnvelope {
  @Uuid() id!: string;
  @IsString() title!: string;
  @Nullable() @IsString() message!: string | null;
  @IsIn(ENVELOPE_STATUSES) status!: EnvelopeStatus;
  @Nullable() @Time() expires_at!: Date | null;
  @Nullable() @Time() completed_at!: Date | null;
}

class OwnSigner {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsIn(SIGNER_ROLES) role!: Signer['role'];
  @IsIn(SIGNER_STATUSES) status!: Signer['status'];
  @Nullable() @Time() acted_at!: Date | null;
}

class OpenedDocument {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsInt() page_count!: number;
  @IsString() sha256!: string;
  /** For ten minutes; null if the original is gone. */
  @Nullable() @IsString() url!: string | null;
}

class Result {
  @Nested(() => OpenedEnvelope) envelope!: OpenedEnvelope;
  @Nested(() => OwnSigner) signer!: OwnSigner;
  /** Those of the signer. */
  @ListOf(() => FieldView) fields!: FieldView[];
  @ListOf(() => OpenedDocument) documents!: OpenedDocument[];
  @ListOf(() => NamedSigner) signers!: NamedSigner[];
  @IsString() consent_text!: string;
  /** Must be sent with the response. */
  @IsString() content_hash!: string;
  /** The sealed PDF, for ten minutes; null before the envelope is completed. */
  @Nullable() @IsString() final!: string | null;
}

@Action('open-envelope', {
  access: 'public',
  notes: true,
  description: 'What a signer reads before they sign, and the sealed PDF afterwards.',
  input: VisitFields,
  result: Result,
  refuses: VISIT_REFUSALS,
})
export class OpenEnvelope {
  constructor(
    private readonly visiting: VisitingService,
    private readonly rows: EnvelopeRows,
    private readonly originals: OriginalsService,
    private readonly downloads: DownloadsService,
    private readonly views: FirstViewsService,
  ) {}

  prepare(call: EarlyCall<VisitFields>): Promise<Admitted> {
    return this.visiting.admit(call);
  }

  async run(call: PublicCall<VisitFields, undefined, undefined, Admitted>): Promise<Result> {
    const { envelope, signer: found } = await this.visiting.of(call);
    expectReadable(envelope, found);
    const signer = found.status === 'ready' ? await this.views.note(envelope, found, call) : found;
    const documents = await this.rows.documents.of(envelope.id);
    const urls = await this.originals.urls(documents);
    const { id, title, message, status, expires_at, completed_at } = envelope;
    return {
      envelope: { id, title, message, status, expires_at, completed_at },
      signer: pick(signer),
      fields: (await this.rows.fields.find({ signer_id: signer.id }, { order: { id: 'ASC' } })).map(fieldView),
      documents: documents.map((document, index) => ({
        id: document.id,
        name: document.name,
        page_count: document.page_count as number,
        sha256: document.sha256 as string,
        url: urls[index] ?? null,
      })),
      signers: (await this.rows.signers.of(id)).map((one) => ({ name: one.name, role: one.role, status: one.status })),
      consent_text: envelope.consent_text as string,
      content_hash: envelope.content_hash as string,
      final: await this.downloads.final(envelope, signer, call),
    };
  }
}

const pick = ({ id, name, role, status, acted_at }: Signer): OwnSigner => ({ id, name, role, status, acted_at });
