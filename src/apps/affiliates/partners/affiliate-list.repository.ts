import type { Page, PageQuery } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { figures, openCount } from '../../../web-events/days/figures.sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { personBy } from '../../kernel/rows/person.js';
import { BY_DAY, CLICKS } from '../clicks/click-events.js';
import { Affiliate, AffiliateSum } from '../entities/affiliate.entity.js';
import type { ListedAffiliate } from './affiliate.views.js';
import type { ProgramRow } from '../programs/program.views.js';
import { grouped } from '../../kernel/rows/grouped.js';

const OF_PROGRAM = new List({
  name: 'affiliates_list',
  columns: 'a.id',
  from: 'ext_affiliates.affiliates a',
  id: 'a.id',
  where: 'a.program_id = $1',
  filters: {
    status: 'a.status = ?',
    query: `(a.code ILIKE ? OR EXISTS (SELECT FROM account.users u WHERE u.id = a.owner_id AND u.username ILIKE ?))`,
  },
  sorts: {
    newest: { by: 'a.created_at', type: 'timestamptz' },
    revenue: { by: 'a.revenue_sum', type: 'bigint' },
    unpaid: { by: 'a.unpaid_sum', type: 'bigint' },
  },
});
const OWN = new List({
  name: 'affiliates_partnerships',
  columns: 'a.*',
  from: 'ext_affiliates.affiliates a',
  id: 'a.id',
  where: 'a.owner_id = $1',
  filters: { status: 'a.status = ?' },
  sorts: { newest: { by: 'a.created_at', type: 'timestamptz' } },
});

const inDays = (from: string, to: string) =>
  figures(CLICKS, BY_DAY, { which: (row) => `${row}.affiliate_id = a.id`, from, to });
const IDS = 'FROM ext_affiliates.affiliates a WHERE a.id = ANY ($1::uuid[])';
const SUMS_OF = sql(
  'affiliates_sums_of',
  `SELECT s.* FROM ext_affiliates.affiliate_sums s WHERE s.affiliate_id = ANY ($1::uuid[]) ORDER BY s.currency`,
);
const LISTED = sql(
  'affiliates_listed',
  `SELECT a.*, ${personBy('a.owner_id')} AS user, a.clicks_count + ${openCount(CLICKS, 'a.id')}::int AS clicks,
     (SELECT coalesce(sum(f.visitors), 0)::int FROM (${inDays(`'2000-01-01'`, `'2999-12-31'`)}) f) AS visitors,
     (SELECT v.occurred_at FROM ext_affiliates.conversions v
      WHERE v.affiliate_id = a.id ORDER BY v.occurred_at DESC LIMIT 1) AS last_conversion_at ${IDS}`,
);
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;
const BOARDS = sql(
  'affiliates_boards',
  `SELECT a.id, a.clicks_count + ${openCount(CLICKS, 'a.id')}::int AS clicks,
     (SELECT coalesce(sum(f.clicks), 0)::int FROM (${inDays(`(${TODAY} - 29)`, TODAY)}) f) AS clicks_lately,
     (SELECT count(*)::int FROM ext_affiliates.conversions v WHERE v.affiliate_id = a.id AND v.status = 'live'
        AND v.occurred_at >= now() - interval '30 days') AS conversions_lately,
     (SELECT min(c.payable_at) FROM ext_affiliates.commissions c
      WHERE c.affiliate_id = a.id AND c.status = 'pending') AS next_payable_at ${IDS}`,
);
const PROGRAMS = sql(
  'affiliates_programs_of',
  `SELECT p.*, ${personBy('p.owner_id')} AS merchant FROM ext_affiliates.programs p WHERE p.id = ANY ($1::uuid[])`,
);

export type ListedRow = Affiliate & Pick<ListedAffiliate, 'user' | 'clicks' | 'visitors' | 'last_conversion_at'>;

export interface BoardFigures {
  id: string;
  clicks: number;
  clicks_lately: number;
  conversions_lately: number;
  next_payable_at: Date | null;
}

@AppProvider()
export class AffiliateListRepository extends EntityRepository<AffiliateSum> {
  protected readonly entity = AffiliateSum;

  /** The ids of a page. */
  async page(
    programId: string,
    filters: { status?: string; query?: string },
    sort: 'newest' | 'revenue' | 'unpaid',
    query: PageQuery,
  ): Promise<Page<{ id: string }>> {
    return OF_PROGRAM.page<{ id: string }>(this.database, { values: [programId], filters, sort, query });
  }

  own(userId: string, status: string | undefined, query: PageQuery): Promise<Page<Affiliate>> {
    return OWN.page<Affiliate>(this.database, { values: [userId], filters: { status }, sort: 'newest', query });
  }

  async listed(ids: string[]): Promise<Map<string, ListedRow>> {
    return byId(await this.rows<ListedRow>(LISTED, ids));
  }

  async boards(ids: string[]): Promise<Map<string, BoardFigures>> {
    return byId(await this.rows<BoardFigures>(BOARDS, ids));
  }

  async programs(ids: string[]): Promise<Map<string, ProgramRow>> {
    return byId(await this.rows<ProgramRow>(PROGRAMS, ids));
  }

  /** By affiliate, one row for each currency. */
  async sums(ids: string[]): Promise<Map<string, AffiliateSum[]>> {
    const rows = await this.converted(SUMS_OF, ids);
    return grouped(rows, ({ affiliate_id }) => affiliate_id);
  }
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
