import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CheckRepository } from '../checks/check.repository.js';
import { RecordsService } from '../checks/records.service.js';
import { expectThere } from '../domain.policy.js';
import { CheckView, DomainView, RecordView, showCheck, showDomain } from '../domain.views.js';
import { type Domain, DOMAIN } from '../entities/domain.entity.js';

class Input {
  @Uuid() domain_id!: string;
}

class Result {
  @Nested(() => DomainView) domain!: DomainView;
  @ListOf(() => RecordView) records!: RecordView[];
  @Nullable() @Nested(() => CheckView) last_check!: CheckView | null;
}

@Action('get-domain', {
  access: 'owner',
  target: DOMAIN,
  description: 'A domain with its records as the last check has found them, and what its problem means.',
  input: Input,
  result: Result,
})
export class GetDomain {
  constructor(
    private readonly checks: CheckRepository,
    private readonly records: RecordsService,
  ) {}

  async run({ target: domain }: Call<Input, Domain>): Promise<Result> {
    expectThere(domain);
    const last = await this.checks.last(domain.id);
    // A check from before the domain was removed says nothing of the new token.
    const check = last && domain.last_checked_at && last.created_at >= domain.created_at ? last : undefined;
    return {
      domain: showDomain(domain),
      records: this.records.of(domain, check),
      last_check: check ? showCheck(check) : null,
    };
  }
}
