import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { DomainRepository } from '../domain.repository.js';
import { DomainView, showDomain } from '../domain.views.js';
import { LISTED, type TargetApp, TARGETS } from '../entities/domain.entity.js';

class Input extends Page {
  @Optional() @IsIn(LISTED) status?: (typeof LISTED)[number];
  @Optional() @IsIn(TARGETS) target_app?: TargetApp;
}

class Result extends pageOf('domains', () => DomainView) {}

@Action('list-domains', {
  access: 'authenticated',
  description: 'The own domains, newest first, each with its status, its routing, its target and its last problem.',
  input: Input,
  result: Result,
})
export class ListDomains {
  constructor(private readonly domains: DomainRepository) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { status, target_app } = input;
    const { rows, next_cursor } = await this.domains.list(caller.id, { status, target_app }, pageQuery(input));
    return { domains: rows.map(showDomain), next_cursor };
  }
}
