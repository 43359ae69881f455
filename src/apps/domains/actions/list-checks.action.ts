import { pageOf } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { CheckRepository } from '../checks/check.repository.js';
import { expectThere } from '../domain.policy.js';
import { CheckView, showCheck } from '../domain.views.js';
import { type Domain, DOMAIN } from '../entities/domain.entity.js';

class Input extends Page {
  @Uuid() domain_id!: string;
}

class Result extends pageOf('checks', () => CheckView) {}

@Action('list-checks', {
  access: 'owner',
  target: DOMAIN,
  description: 'What DNS was asked about a domain, what it answered and how long that took; newest first.',
  input: Input,
  result: Result,
})
export class ListChecks {
  constructor(private readonly checks: CheckRepository) {}

  async run({ input, target: domain }: Call<Input, Domain>): Promise<Result> {
    expectThere(domain);
    const { rows, next_cursor } = await this.checks.list(domain.id, pageQuery(input));
    return { checks: rows.map(showCheck), next_cursor };
  }
}
