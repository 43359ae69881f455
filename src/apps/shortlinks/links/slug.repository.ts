import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { hasSlug, RETIRED_BY_ANOTHER } from './link.sql.js';

const STANDING = sql(
  'shortlinks_slugs',
  `SELECT n.slug, ${hasSlug('links')} AS taken, ${RETIRED_BY_ANOTHER} AS retired
   FROM (SELECT $1::uuid AS owner_id, $2::uuid AS domain_id, unnest($3::text[]) AS slug) n`,
);

export interface SlugStanding {
  slug: string;
  taken: boolean;
  /** It was somebody else's. */
  retired: boolean;
}

@AppProvider()
export class SlugRepository extends BaseRepository {
  async standing(ownerId: string, domainId: string | null, slugs: string[]) {
    const rows = await this.rows<SlugStanding>(STANDING, ownerId, domainId, slugs);
    return new Map(rows.map((row) => [row.slug, row]));
  }
}
