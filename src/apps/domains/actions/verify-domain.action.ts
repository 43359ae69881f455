import { ListOf, Nested, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { RecordsService } from '../checks/records.service.js';
import { SettleCheckService } from '../checks/settle-check.service.js';
import { type Finding, LookUpService } from '../dns/look-up.service.js';
import { expectRested, expectThere } from '../domain.policy.js';
import { CheckView, DomainView, RecordView, showCheck, showDomain } from '../domain.views.js';
import { type Domain, DOMAIN } from '../entities/domain.entity.js';

class Input {
  @Uuid() domain_id!: string;
}

class Result {
  @Nested(() => DomainView) domain!: DomainView;
  @ListOf(() => RecordView) records!: RecordView[];
  @Nested(() => CheckView) check!: CheckView;
}

@Action('verify-domain', {
  access: 'owner',
  target: DOMAIN,
  changes: true,
  description: 'Asks DNS now. Whatever it answers is 200: the problem of the check names what is missing.',
  input: Input,
  result: Result,
  refuses: { 409: ['Checked a moment ago, try again in <n> seconds'] },
})
export class VerifyDomain {
  constructor(
    private readonly lookUp: LookUpService,
    private readonly checks: SettleCheckService,
    private readonly records: RecordsService,
  ) {}

  async prepare({ target: domain }: Preparation<Input, Domain>): Promise<Finding> {
    expectThere(domain);
    expectRested(domain);
    return this.lookUp.of(domain.host);
  }

  async run({ target, prepared: finding }: Call<Input, Domain, undefined, Finding>): Promise<Result> {
    expectThere(target);
    expectRested(target);
    const { domain, check } = await this.checks.settle(target, finding, 'manual');
    return { domain: showDomain(domain), records: this.records.of(domain, check), check: showCheck(check) };
  }
}
