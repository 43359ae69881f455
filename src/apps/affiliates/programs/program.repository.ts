import { Not } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { minorUnits } from '../../../platform/money/money.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { openCount } from '../../../web-events/days/figures.sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { personBy } from '../../kernel/rows/person.js';
import { CLICKS } from '../clicks/click-events.js';
import { Program } from '../entities/program.entity.js';
import type { ProgramRow, ProgramSums, Totals } from './program.views.js';

const MOST_PROGRAMS = 50;

const SHOWN = `p.*, ${personBy('p.owner_id')} AS merchant`;
const DIRECTORY = new List({
  name: 'affiliates_programs',
  columns: SHOWN,
  from: 'ext_affiliates.programs p',
  id: 'p.id',
  where: `((p.listed AND p.status = 'active') OR p.owner_id = $1)`,
  filters: { query: 'p.name ILIKE ?', owner_id: 'p.owner_id = ?', status: 'p.status = ?' },
  sorts: { newest: { by: 'p.created_at', type: 'timestamptz' } },
});

const LOCK_OWNER = sql('affiliates_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const SHOW = sql('affiliates_program', `SELECT ${SHOWN} FROM ext_affiliates.programs p WHERE p.id = $1`);
const AFFILIATES = sql(
  'affiliates_program_affiliates',
  `SELECT status, count(*)::int AS count, sum(clicks_count)::int AS clicks FROM ext_affiliates.affiliates
   WHERE program_id = $1 GROUP BY status`,
);
const OPEN_CLICKS = sql(
  'affiliates_program_clicks',
  `SELECT coalesce(sum(${openCount(CLICKS, 'a.id')}), 0)::int AS clicks FROM ext_affiliates.affiliates a
   WHERE a.program_id = $1`,
);
const SUMS = sql(
  'affiliates_program_sums',
  `SELECT s.currency, sum(s.conversions)::int AS conversions, sum(s.revenue_minor)::float8 AS revenue,
     sum(s.pending_minor)::float8 AS pending, sum(s.payable_minor + s.in_payout_minor)::float8 AS approved,
     sum(s.paid_minor)::float8 AS paid
   FROM ext_affiliates.affiliates a JOIN ext_affiliates.affiliate_sums s ON s.affiliate_id = a.id
   WHERE a.program_id = $1 GROUP BY s.currency ORDER BY s.currency`,
);

const CONVERT = sql(
  'affiliates_convert_amounts',
  `UPDATE ext_affiliates.affiliates SET fixed_minor = greatest(1, round(fixed_minor * $2::float8))::int
   WHERE program_id = $1 AND fixed_minor IS NOT NULL`,
);

@AppProvider()
export class ProgramRepository extends EntityRepository<Program> {
  protected readonly entity = Program;

  /** Refuses one more than an owner may have open, also when calls come at once. */
  async create(ownerId: string, values: Values<Program>): Promise<Program> {
    await this.rows(LOCK_OWNER, ownerId);
    if ((await this.countWhere({ owner_id: ownerId, status: Not('closed') })) >= MOST_PROGRAMS)
      throw new Refusal(409, 'Program limit reached');
    return this.insert({ ...values, owner_id: ownerId });
  }

  async change(id: string, values: Values<Program>): Promise<void> {
    await this.update({ id }, { ...values, updated_at: NOW });
  }

  /** Own amounts of affiliates stay what they say when the program has another currency. */
  async convertAmounts(programId: string, from: string, to: string): Promise<void> {
    const [before, after] = [minorUnits(1, from), minorUnits(1, to)];
    if (before !== after) await this.count(CONVERT, programId, Number(after) / Number(before));
  }

  shown(id: string): Promise<ProgramRow> {
    return this.onlyOne<ProgramRow>(SHOW, id);
  }

  /** The directory as the caller sees it. */
  list(
    callerId: string | null,
    filters: { query?: string; owner_id?: string; status?: string },
    query: PageQuery,
  ): Promise<Page<ProgramRow>> {
    return DIRECTORY.page<ProgramRow>(this.database, { values: [callerId], filters, sort: 'newest', query });
  }

  async totals(id: string): Promise<Totals> {
    type Counted = Totals['affiliates'][number] & { clicks: number };
    const [affiliates, open, sums] = await Promise.all([
      this.rows<Counted>(AFFILIATES, id),
      this.onlyOne<{ clicks: number }>(OPEN_CLICKS, id),
      this.rows<ProgramSums>(SUMS, id),
    ]);
    return { affiliates, clicks: affiliates.reduce((all, { clicks }) => all + clicks, open.clicks), sums };
  }
}
