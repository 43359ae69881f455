import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { type Affiliate, AFFILIATE_STATUSES, type AffiliateSum } from '../entities/affiliate.entity.js';
import { BoardView, presentAffiliate } from '../partners/affiliate.views.js';
import { AffiliateListRepository, type BoardFigures } from '../partners/affiliate-list.repository.js';
import { PartnerLinksService } from '../partners/partner-links.service.js';
import { sumsOf } from '../partners/sums.js';
import { presentCard, type ProgramRow } from '../programs/program.views.js';

class Input extends Page {
  @Optional() @IsIn(AFFILIATE_STATUSES) status?: string;
}

class Result extends pageOf('partnerships', () => BoardView) {}

@Action('list-my-partnerships', {
  access: 'authenticated',
  description: 'The programs that the caller is an affiliate of, with their link and what they have earned.',
  input: Input,
  result: Result,
})
export class ListMyPartnerships {
  constructor(
    private readonly lists: AffiliateListRepository,
    private readonly links: PartnerLinksService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { rows, next_cursor } = await this.lists.own(caller.id, input.status, pageQuery(input));
    const ids = rows.map(({ id }) => id);
    const [programs, figures, sums] = await Promise.all([
      this.lists.programs([...new Set(rows.map(({ program_id }) => program_id))]),
      this.lists.boards(ids),
      this.lists.sums(ids),
    ]);
    const partnerships = rows.map((row) => {
      const program = programs.get(row.program_id) as ProgramRow;
      return this.present(row, program, figures.get(row.id) as BoardFigures, sums.get(row.id) ?? []);
    });
    return { partnerships, next_cursor };
  }

  private present(row: Affiliate, program: ProgramRow, board: BoardFigures, brought: AffiliateSum[]): BoardView {
    const { conversions, revenue: _revenue, earned: _earned, ...sums } = sumsOf(brought);
    return {
      ...presentAffiliate(row, program.currency),
      link: this.links.of(row.code),
      program: presentCard(program),
      clicks: { last_30_days: board.clicks_lately, all: board.clicks },
      conversions: { last_30_days: board.conversions_lately, all: conversions },
      ...sums,
      next_payable_at: board.next_payable_at,
    };
  }
}
