import { IsString } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Envelope, ENVELOPE } from '../entities/envelope.entity.js';
import { AddressesService } from '../envelopes/addresses.service.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { EnvelopeView } from '../envelopes/views.js';
import { EndingService } from '../signing/ending.service.js';
import { FINISHED } from '../signing/states.js';

class Input {
  @Uuid() envelope_id!: string;
  /** Needed once it is sent. */
  @Optional() @Written(1, 500) reason?: string;
}

class Result {
  /** Of an envelope that was sent. */
  @Optional() @Nested(() => EnvelopeView) envelope?: EnvelopeView;
  /** Of a draft. */
  @Optional() @IsString() message?: string;
}

@Action('void-envelope', {
  access: 'owner',
  target: ENVELOPE,
  changes: true,
  why: 'reason',
  description: 'Ends an envelope before all have signed; a draft is deleted.',
  input: Input,
  result: Result,
  refuses: { 400: ['Reason is required'], 409: [FINISHED] },
})
export class VoidEnvelope {
  constructor(
    private readonly envelopes: EnvelopeRepository,
    private readonly ending: EndingService,
    private readonly addresses: AddressesService,
  ) {}

  async run({ input, target: envelope, caller, visitor }: Call<Input, Envelope>): Promise<Result> {
    if (envelope.status === 'draft') {
      await this.envelopes.delete({ id: envelope.id });
      return { message: 'Envelope deleted' };
    }
    if (envelope.status !== 'sent') throw new Refusal(409, FINISHED);
    if (input.reason === undefined) throw new Refusal(400, 'Reason is required');
    const voided = await this.ending.end(envelope, 'voided', input.reason, { cause: { caller, visitor } });
    return { envelope: this.addresses.view(voided) };
  }
}
