import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { Category } from '../listing.entity.js';

/** Bounds the recursion if somebody has made a circle of categories by hand in the database. */
const MAX_STEPS = 100;

const LOCK = sql('categories_lock', `SELECT pg_advisory_xact_lock(hashtext('listings.categories'))`);
const LINE = sql(
  'category_line',
  `WITH RECURSIVE line AS (
     SELECT id, parent_id, 1 AS level FROM listings.categories WHERE id = $1
     UNION ALL
     SELECT c.id, c.parent_id, level + 1 FROM line JOIN listings.categories c ON c.id = line.parent_id WHERE level < ${MAX_STEPS}
   ) SELECT id FROM line ORDER BY level`,
);
const HEIGHT = sql(
  'category_height',
  `WITH RECURSIVE tree AS (
     SELECT id, 1 AS level FROM listings.categories WHERE id = $1
     UNION
     SELECT c.id, level + 1 FROM tree JOIN listings.categories c ON c.parent_id = tree.id WHERE level < ${MAX_STEPS}
   ) SELECT max(level) AS height FROM tree`,
);
const FREE_SLUG = sql(
  'category_free_slug',
  `SELECT wanted.slug FROM unnest($1::text[]) WITH ORDINALITY wanted (slug, n)
   WHERE NOT EXISTS (SELECT FROM listings.categories c WHERE c.slug = wanted.slug AND c.id IS DISTINCT FROM $2)
   ORDER BY n LIMIT 1`,
);
@Injectable()
export class CategoryRepository extends EntityRepository<Category> {
  protected readonly entity = Category;

  /** Serialises changes of the tree, because two moves that are valid alone could together make a circle. */
  async lockTree(): Promise<void> {
    await this.rows(LOCK);
  }

  /** The ids of the category and its ancestors, from the category to the root; empty if it does not exist. */
  async listAncestors(id: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(LINE, id)).map((row) => row.id);
  }

  /** The number of levels of the category's subtree, itself included. */
  async measureHeight(id: string): Promise<number> {
    return (await this.one<{ height: number | null }>(HEIGHT, id))?.height ?? 0;
  }

  /** The first slug that no other category has. */
  async findFreeSlug(slugs: string[], id: string | null): Promise<string> {
    return (await this.onlyOne<{ slug: string }>(FREE_SLUG, slugs, id)).slug;
  }

  /** Its children move to its parent. */
  async remove({ id, parent_id }: Category): Promise<void> {
    await this.update({ parent_id: id }, { parent_id });
    await this.delete({ id });
  }
}
