import type { Page, PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import type { Commission, CommissionStatus } from '../entities/commission.entity.js';
import type { Conversion } from '../entities/conversion.entity.js';

const IN_PROGRAM = 'c.affiliate_id IN (SELECT a.id FROM ext_affiliates.affiliates a WHERE a.program_id = ?)';

const LIST = {
  columns: 'c.*',
  from: 'ext_affiliates.commissions c',
  id: 'c.id',
  filters: {
    program_id: IN_PROGRAM,
    affiliate_id: 'c.affiliate_id = ?',
    status: 'c.status = ?',
    from: 'c.created_at >= ?',
    to: 'c.created_at < ?',
  },
  sorts: { newest: { by: 'c.created_at', type: 'timestamptz' } },
} as const;
const SIDES = { affiliate: 'c.owner_id', merchant: 'c.merchant_id' } as const;
const LISTS = {
  affiliate: new List({ ...LIST, name: 'affiliates_commissions', where: `${SIDES.affiliate} = $1` }),
  merchant: new List({ ...LIST, name: 'affiliates_commissions_owed', where: `${SIDES.merchant} = $1` }),
};

const totalsOf = (role: keyof typeof SIDES) =>
  searching(
    `affiliates_totals_${role}`,
    `SELECT c.status, c.currency, sum(c.amount_minor)::float8 AS minor FROM ext_affiliates.commissions c
     WHERE ${SIDES[role]} = $1 AND ($2::uuid IS NULL OR ${IN_PROGRAM.replace('?', '$2')})
       AND ($3::uuid IS NULL OR c.affiliate_id = $3) AND ($4::text IS NULL OR c.status = $4)
       AND ($5::timestamptz IS NULL OR c.created_at >= $5) AND ($6::timestamptz IS NULL OR c.created_at < $6)
     GROUP BY c.status, c.currency ORDER BY c.status, c.currency`,
  );
const TOTALS = { affiliate: totalsOf('affiliate'), merchant: totalsOf('merchant') };
const CONVERSIONS = sql(
  'affiliates_conversions_of',
  'SELECT * FROM ext_affiliates.conversions WHERE id = ANY ($1::uuid[])',
);

export type Role = keyof typeof SIDES;

export interface CommissionFilters {
  program_id?: string;
  affiliate_id?: string;
  status?: string;
  from?: Date;
  to?: Date;
}

@AppProvider()
export class CommissionListRepository extends BaseRepository {
  page(role: Role, userId: string, filters: CommissionFilters, query: PageQuery): Promise<Page<Commission>> {
    return LISTS[role].page<Commission>(this.database, { values: [userId], filters, sort: 'newest', query });
  }

  /** Of all pages. */
  totals(role: Role, userId: string, { program_id, affiliate_id, status, from, to }: CommissionFilters) {
    type Total = { status: CommissionStatus; currency: string; minor: number };
    const values = [program_id, affiliate_id, status, from, to].map((value) => value ?? null);
    return this.rows<Total>(TOTALS[role], userId, ...values);
  }

  async conversions(ids: string[]): Promise<Map<string, Conversion>> {
    const rows = ids.length ? await this.rows<Conversion>(CONVERSIONS, ids) : [];
    return new Map(rows.map((row) => [row.id, row]));
  }
}
