import { IsBoolean, IsIn, IsString } from 'class-validator';
import { Chars } from '../../../platform/http/fields.js';
import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { LeadsBackService } from '../../kernel/destinations/leads-back.service.js';
import { DestinationWarningsService, WARNINGS, type Warning } from '../links/destination-warnings.service.js';

class Input {
  @Chars(1, 2048) url!: string;
}

class Result {
  @IsBoolean() ok!: boolean;
  /** As it would be kept; as it was given where that cannot be. */
  @IsString() url!: string;
  @IsString({ each: true }) problems!: string[];
  @IsIn(WARNINGS, { each: true }) warnings!: Warning[];
}

@Action('check-url', {
  access: 'authenticated',
  description: 'Whether a link may lead to an address, without making one.',
  input: Input,
  result: Result,
})
export class CheckUrl {
  constructor(
    private readonly destinations: DestinationsService,
    private readonly leadsBack: LeadsBackService,
    private readonly warnings: DestinationWarningsService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const leadsBack = await this.leadsBack.of(caller.id);
    const [found] = await this.destinations.checkAll([input.url], leadsBack);
    if (!found?.url) return { ok: false, url: input.url, problems: [found?.fault ?? ''], warnings: [] };
    return { ok: true, url: found.url.href, problems: [], warnings: await this.warnings.of(found.url) };
  }
}
