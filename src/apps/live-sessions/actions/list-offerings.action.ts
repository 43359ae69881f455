import { IsBoolean, IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { notAuthenticated } from '../../../platform/http/refusal.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { KINDS, type OfferingKind } from '../entities/offering.entity.js';
import { OfferingRepository } from '../offerings/offering.repository.js';
import { OfferingView, presentOffering } from '../offerings/offering.views.js';

class Input extends Page {
  @Optional() @Uuid() host_id?: string;
  /** A part of the title. */
  @Optional() @Words(100) q?: string;
  @Optional() @IsIn(KINDS) kind?: OfferingKind;
  @Optional() @IsBoolean() mine?: boolean;
}

class Result extends pageOf('offerings', () => OfferingView) {}

@Action('list-offerings', {
  access: 'public',
  description: 'Active offerings, newest first; those of the caller with the archived ones.',
  input: Input,
  result: Result,
  refuses: { 401: ['Not authenticated'] },
})
export class ListOfferings {
  constructor(private readonly offerings: OfferingRepository) {}

  async run({ input, caller }: PublicCall<Input>) {
    const { host_id: host, q, kind, mine } = input;
    if (mine && !caller) throw notAuthenticated();
    const found = await this.offerings.list({ host, q, kind }, pageQuery(input), mine ? caller?.id : undefined);
    const offerings = found.rows.map((offering) => presentOffering(offering, caller?.id));
    return { offerings, next_cursor: found.next_cursor };
  }
}
