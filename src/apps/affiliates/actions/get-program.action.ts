import { Nested, Nullable } from '../../../platform/http/fields.js';
import { Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { type Program, PROGRAM } from '../entities/program.entity.js';
import { AffiliateRepository } from '../partners/affiliate.repository.js';
import { PartnershipView, presentAffiliate } from '../partners/affiliate.views.js';
import { PartnerLinksService } from '../partners/partner-links.service.js';
import { ProgramItemRepository } from '../programs/program-item.repository.js';
import { ProgramRepository } from '../programs/program.repository.js';
import { presentProgram, presentTotals, ProgramTotals, ProgramView } from '../programs/program.views.js';

class Input {
  @Uuid() program_id!: string;
}

class Result {
  @Nested(() => ProgramView) program!: ProgramView;
  /** The caller's own. */
  @Nullable() @Nested(() => PartnershipView) partnership!: PartnershipView | null;
  /** Only for the merchant. */
  @Nullable() @Nested(() => ProgramTotals) totals!: ProgramTotals | null;
}

@Action('get-program', {
  access: 'public',
  target: PROGRAM,
  description: 'A program with the partnership of the caller; for its merchant, with what it has brought.',
  input: Input,
  result: Result,
})
export class GetProgram {
  constructor(
    private readonly programs: ProgramRepository,
    private readonly items: ProgramItemRepository,
    private readonly affiliates: AffiliateRepository,
    private readonly links: PartnerLinksService,
  ) {}

  async run({ target: program, caller }: PublicCall<Input, Program>): Promise<Result> {
    const { id, status, owner_id } = program;
    const isMerchant = caller !== undefined && (caller.id === owner_id || seesAsAdmin(caller));
    const own = caller && (await this.affiliates.findOne({ program_id: id, owner_id: caller.id }));
    if (status === 'closed' && !isMerchant && !own) throw notFound('Program');
    const [row, items, totals] = await Promise.all([
      this.programs.shown(id),
      this.items.ofProgram(id),
      isMerchant ? this.programs.totals(id) : undefined,
    ]);
    return {
      program: presentProgram(row, items),
      partnership: own ? { ...presentAffiliate(own, program.currency), link: this.links.of(own.code) } : null,
      totals: totals ? presentTotals(totals) : null,
    };
  }
}
