import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { ListOf, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { type Envelope, ENVELOPE } from '../entities/envelope.entity.js';
import { DraftsService } from '../envelopes/drafts.service.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { type Inspected, InspectionService } from '../envelopes/inspection.service.js';
import { SendingService } from '../envelopes/sending.service.js';
import { LinkView, OwnEnvelopeView } from '../envelopes/views.js';
import { SealEnvelopeJob } from '../sealing/seal-envelope.job.js';
import { ALL_TRIES } from '../sealing/tries.js';
import { RemindersService } from '../signing/reminders.service.js';
import { FINISHED, isPast } from '../signing/states.js';

class Input {
  @Uuid() envelope_id!: string;
  /** Of an envelope that is sent: who is reminded; all whose turn it is if it is not given. */
  @Optional() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(20) @Uuid({ each: true }) signer_ids?: string[];
}

class Result {
  @Nested(() => OwnEnvelopeView) envelope!: OwnEnvelopeView;
  /** Of those who sign by link, each shown once. The sender hands them over. */
  @ListOf(() => LinkView) links!: LinkView[];
  /** The ids of the signers who were reminded. */
  @Uuid({ each: true }) reminded!: string[];
}

type Sending = Call<Input, Envelope, undefined, Inspected>;

@Action('send-envelope', {
  access: 'owner',
  target: ENVELOPE,
  changes: true,
  description:
    'Freezes a draft and asks the first signers; reminds signers of what is sent; starts a failed seal again.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Document has too many pages',
      'Document is too large',
      'PDF is encrypted',
      'PDF cannot be read',
      'Field lies outside the document',
    ],
    404: ['Document not found', 'Signer not found'],
    409: ['Reminder sent recently', FINISHED],
  },
})
export class SendEnvelope {
  constructor(
    private readonly inspection: InspectionService,
    private readonly sending: SendingService,
    private readonly reminders: RemindersService,
    private readonly drafts: DraftsService,
    private readonly envelopes: EnvelopeRepository,
    private readonly seal: SealEnvelopeJob,
  ) {}

  /** The bytes of the documents are read before the transaction. */
  prepare({ target }: Preparation<Input, Envelope>): Promise<Inspected> {
    return target.status === 'draft' ? this.inspection.inspect(target) : Promise.resolve(new Map());
  }

  async run({ input, target, caller, visitor, prepared }: Sending): Promise<Result> {
    const { id, status, seal_attempts } = target;
    const cause = { caller, visitor };
    if (status === 'draft') {
      if (input.signer_ids) throw invalid({ field: 'signer_ids', message: 'signer_ids need an envelope that is sent' });
      const { envelope, links } = await this.sending.send(target, prepared, cause);
      return { envelope: await this.drafts.show(envelope), links, reminded: [] };
    }
    if (status === 'sealing' && seal_attempts > ALL_TRIES) {
      const envelope = (await this.envelopes.updateOne({ id }, { seal_attempts: 0 })) as Envelope;
      await this.seal.start(id);
      return { envelope: await this.drafts.show(envelope), links: [], reminded: [] };
    }
    if (status !== 'sent' || isPast(target)) throw new Refusal(409, FINISHED);
    const reminded = await this.reminders.remind(target, input.signer_ids, cause);
    return { envelope: await this.drafts.show(target), ...reminded };
  }
}
