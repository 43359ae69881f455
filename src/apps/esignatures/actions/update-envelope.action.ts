import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { ArrayUnique, ListOf, Nested, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { CorrectionsService } from '../envelopes/corrections.service.js';
import { DraftsService } from '../envelopes/drafts.service.js';
import { CorrectionInput, SignerInput } from '../envelopes/envelope.inputs.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { LinkView, OwnEnvelopeView } from '../envelopes/views.js';
import { type Envelope, ENVELOPE } from '../entities/envelope.entity.js';
import { MOST_EXPIRY_DAYS } from '../esignatures.settings.js';
import { daysFromNow, FINISHED, isFinished } from '../signing/states.js';
import { DRAFT_REFUSALS } from './create-envelope.action.js';

class Input {
  @Uuid() envelope_id!: string;
  @Optional() @Written(1, 200) title?: string;
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ArrayUnique()
  @Uuid({ each: true })
  document_ids?: string[];
  /** Replaces all of them. */
  @Optional() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(20) @ListOf(() => SignerInput) signers?: SignerInput[];
  @Optional() @Nullable() @Written(0, 2000) message?: string | null;
  /** Of a draft from sending on, of what is sent from now on. */
  @Optional() @IsInt() @Min(1) @Max(MOST_EXPIRY_DAYS) expires_in_days?: number;
  /** Of signers who have not acted, when the envelope is sent. */
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique(({ signer_id }: CorrectionInput) => signer_id)
  @ListOf(() => CorrectionInput)
  corrections?: CorrectionInput[];
}

class Result {
  @Nested(() => OwnEnvelopeView) envelope!: OwnEnvelopeView;
  /** New links of corrected signers, each shown once. */
  @ListOf(() => LinkView) links!: LinkView[];
}

type Hashes = Map<string, string>;

@Action('update-envelope', {
  access: 'owner',
  target: ENVELOPE,
  changes: true,
  description: 'Changes a draft; corrects signers who have not acted, and the time limit, once it is sent.',
  input: Input,
  result: Result,
  refuses: {
    400: DRAFT_REFUSALS,
    404: ['Document not found', 'User not found', 'Signer not found'],
    409: ['Envelope is not a draft', 'Signer has already acted', FINISHED],
  },
})
export class UpdateEnvelope {
  constructor(
    private readonly drafts: DraftsService,
    private readonly corrections: CorrectionsService,
    private readonly envelopes: EnvelopeRepository,
  ) {}

  prepare({ input, caller }: Preparation<Input, Envelope>): Promise<Hashes> {
    return this.drafts.hashes(caller.id, [...(input.signers ?? []), ...(input.corrections ?? [])]);
  }

  async run(call: Call<Input, Envelope, undefined, Hashes>): Promise<Result> {
    const { input, target: envelope } = call;
    if (isFinished(envelope) || envelope.status === 'sealing') throw new Refusal(409, FINISHED);
    const links = envelope.status === 'draft' ? await this.change(call) : await this.correct(call);
    const changed = (await this.envelopes.findOne({ id: input.envelope_id })) as Envelope;
    return { envelope: await this.drafts.show(changed), links };
  }

  private async change({ input, target, prepared }: Call<Input, Envelope, undefined, Hashes>) {
    const { title, document_ids, signers, message, expires_in_days, corrections } = input;
    if (corrections) throw invalid({ field: 'corrections', message: 'corrections need an envelope that is sent' });
    if (document_ids || signers) {
      const stored = await this.drafts.load(target.id);
      await this.drafts.replace(
        target.id,
        document_ids ? await this.drafts.documentsOf(target.owner_id, document_ids) : stored.documents,
        signers ? await this.drafts.signersOf(signers, prepared) : stored.signers,
      );
    }
    await this.envelopes.update({ id: target.id }, { title, message, expires_in_days, updated_at: NOW });
    return [];
  }

  private async correct({ input, target, caller, visitor, prepared }: Call<Input, Envelope, undefined, Hashes>) {
    const { title, document_ids, signers, message, expires_in_days, corrections = [] } = input;
    if ([title, document_ids, signers, message].some((one) => one !== undefined))
      throw new Refusal(409, 'Envelope is not a draft');
    if (expires_in_days !== undefined)
      await this.envelopes.update({ id: target.id }, { expires_at: daysFromNow(expires_in_days), updated_at: NOW });
    return this.corrections.make(target, { corrections, expires_in_days, hashes: prepared }, { caller, visitor });
  }
}
