import { IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Uuid } from '../../platform/http/fields.js';
import { searching } from '../../platform/database/sql.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { during } from '../kernel/stats/figures.js';
import { UsageRepository } from './bytes/usage.repository.js';
import { isLiveSql } from './items/roles.js';

class TopLinked {
  @Uuid() item_id!: string;
  @IsString() name!: string;
  @IsInt() downloads!: number;
}

class DocumentsFigures {
  /** Now, without the trash. */
  @IsInt() documents!: number;
  @IsInt() folders!: number;
  @IsNumber() used_bytes!: number;
  @IsNumber() quota_bytes!: number;
  @IsNumber() trash_bytes!: number;
  /** Versions that were made in these days. */
  @IsInt() uploads!: number;
  /** Items with a grant or a link that works. */
  @IsInt() shared_items!: number;
  @IsInt() active_links!: number;
  @IsInt() link_views!: number;
  @IsInt() link_downloads!: number;
  @ListOf(() => TopLinked) top_linked!: TopLinked[];
}

const OPEN_LINKS = `ext_documents.links l JOIN ext_documents.items i ON i.id = l.item_id
  WHERE l.owner_id = $1 AND l.revoked_at IS NULL AND ${isLiveSql('l')} AND i.trashed_at IS NULL
    AND (l.max_downloads IS NULL OR l.downloads < l.max_downloads)`;
const eventsOf = (event: string) =>
  `SELECT count(*)::int FROM ext_documents.events e WHERE e.owner_id = $1 AND e.event = '${event}' AND ${during('e.created_at')}`;
const FIGURES = searching(
  'documents_figures',
  `SELECT
    (SELECT count(*)::int FROM ext_documents.items WHERE owner_id = $1 AND trashed_at IS NULL AND kind = 'document') AS documents,
    (SELECT count(*)::int FROM ext_documents.items WHERE owner_id = $1 AND trashed_at IS NULL AND kind = 'folder') AS folders,
    (SELECT coalesce(sum(v.size_bytes), 0)::float8 FROM ext_documents.items t JOIN ext_documents.versions v ON v.item_id = t.id
      WHERE t.owner_id = $1 AND t.trashed_at IS NOT NULL) AS trash_bytes,
    (SELECT count(*)::int FROM ext_documents.versions v WHERE v.owner_id = $1 AND ${during('v.created_at')}) AS uploads,
    (SELECT count(*)::int FROM (
      SELECT l.item_id FROM ${OPEN_LINKS}
      UNION SELECT a.item_id FROM ext_documents.access a JOIN ext_documents.items i ON i.id = a.item_id
        WHERE a.owner_id = $1 AND i.trashed_at IS NULL AND ${isLiveSql('a')}) shared) AS shared_items,
    (SELECT count(*)::int FROM ${OPEN_LINKS}) AS active_links,
    (${eventsOf('link_opened')}) AS link_views,
    (${eventsOf('link_downloaded')}) AS link_downloads`,
);
const TOP = searching(
  'documents_top_linked',
  `SELECT e.item_id, i.name, count(*)::int AS downloads FROM ext_documents.events e
   JOIN ext_documents.items i ON i.id = e.item_id
   WHERE e.owner_id = $1 AND e.event = 'link_downloaded' AND ${during('e.created_at')}
   GROUP BY e.item_id, i.name ORDER BY downloads DESC, e.item_id LIMIT 10`,
);

type Counted = Omit<DocumentsFigures, 'used_bytes' | 'quota_bytes' | 'top_linked'>;

@AppProvider()
export class StatsRepository extends BaseRepository {
  figures(userId: string, { from, to }: Days): Promise<Counted> {
    return this.onlyOne<Counted>(FIGURES, userId, from, to);
  }

  topLinked(userId: string, { from, to }: Days): Promise<TopLinked[]> {
    return this.rows<TopLinked>(TOP, userId, from, to);
  }
}

@AppProvider()
export class DocumentsStats extends AppStats {
  readonly shape = DocumentsFigures;

  constructor(
    private readonly repository: StatsRepository,
    private readonly usage: UsageRepository,
  ) {
    super();
  }

  async of(userId: string, days: Days): Promise<DocumentsFigures> {
    const [counted, { used_bytes }, top_linked] = await Promise.all([
      this.repository.figures(userId, days),
      this.usage.of(userId),
      this.repository.topLinked(userId, days),
    ]);
    return { ...counted, used_bytes, quota_bytes: this.usage.limit, top_linked };
  }
}
