import { EntityRepository, NOW, plus, type Values } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { openCount } from '../../../web-events/days/figures.sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { Code } from '../entities/code.entity.js';
import type { CodeView } from '../qr.views.js';
import { SCANS } from '../stats/scan-events.js';

const SHOWN = sql(
  'qr_shown',
  `SELECT c.id, c.owner_id, c.name, c.mode, c.kind, c.content, c.payload, c.key, c.link_id, c.status, c.expires_at,
     c.fallback_url, c.style, c.logo_png IS NOT NULL AS has_logo, c.is_image_public, c.tags, c.batch_id,
     c.symbol_version, c.version, c.created_at, c.updated_at,
     (c.scans_closed + ${openCount(SCANS, 'c.id')})::float8 AS scans
   FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, place)
   JOIN ext_qr.codes c ON c.id = asked.id ORDER BY asked.place`,
);

const OWN = new List({
  name: 'qr_own',
  columns: 'c.id',
  from: 'ext_qr.codes c',
  id: 'c.id',
  where: 'c.owner_id = $1',
  filters: {
    status: 'c.status = ?',
    kept: `c.status NOT IN ('archived', 'deleted')`,
    mode: 'c.mode = ?',
    kind: 'c.kind = ?',
    tag: 'c.tags @> ARRAY[?::text]',
    batch_id: 'c.batch_id = ?',
    q: `strpos(lower(c.name), lower(?)) > 0`,
  },
  sorts: { newest: { by: 'c.created_at', type: 'timestamptz' } },
});

export type CodeFilters = Partial<Record<'status' | 'mode' | 'kind' | 'tag' | 'batch_id' | 'q', string>>;
export type CodeRow = Omit<CodeView, 'target' | 'scan_url' | 'image_urls'>;

@AppProvider()
export class CodeRepository extends EntityRepository<Code> {
  protected readonly entity = Code;

  /** In the order of the ids. */
  shown(ids: string[]): Promise<CodeRow[]> {
    return this.rows<CodeRow>(SHOWN, ids);
  }

  /** The own codes; without a status, those that are neither archived nor deleted. */
  async list(ownerId: string, given: CodeFilters, query: PageQuery): Promise<Page<CodeRow>> {
    const filters = { ...given, kept: given.status === undefined ? true : undefined };
    const page = await OWN.page<{ id: string }>(this.database, { values: [ownerId], filters, sort: 'newest', query });
    return { ...page, rows: await this.shown(page.rows.map(({ id }) => id)) };
  }

  /** Images of the former version are no longer shown. */
  async change(id: string, changes: Values<Code>): Promise<void> {
    await this.update({ id }, { ...changes, version: plus(1), updated_at: NOW });
  }
}
