import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ENVELOPE_STATUSES, type EnvelopeStatus } from '../entities/envelope.entity.js';
import { AddressesService } from '../envelopes/addresses.service.js';
import { type Box, BOXES, EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { ListedEnvelopeView } from '../envelopes/views.js';
import { isAsked, isPast } from '../signing/states.js';

class Input extends Page {
  /** `sent` if it is not given: the caller's own. `inbox`: where they are a signer by account. */
  @Optional() @IsIn(BOXES) box?: Box;
  @Optional() @IsIn(ENVELOPE_STATUSES) status?: EnvelopeStatus;
  /** Part of the title, or of the name of a signer. */
  @Optional() @Chars(1, 100) q?: string;
}

class Result extends pageOf('envelopes', () => ListedEnvelopeView) {}

@Action('list-envelopes', {
  access: 'authenticated',
  description: 'Envelopes that the caller has sent, or that they are asked to sign.',
  input: Input,
  result: Result,
})
export class ListEnvelopes {
  constructor(
    private readonly envelopes: EnvelopeRepository,
    private readonly addresses: AddressesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { box = 'sent', status, q } = input;
    const { rows, next_cursor } = await this.envelopes.list(caller.id, box, { status, q }, pageQuery(input));
    const envelopes = rows.map((row) => ({
      ...this.addresses.view(row),
      my_status: row.my_status,
      my_turn: row.status === 'sent' && !isPast(row) && row.my_status !== null && isAsked({ status: row.my_status }),
    }));
    return { envelopes, next_cursor };
  }
}
