import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Category } from './category.entity.js';

export type CategoryRow = Pick<Category, 'id' | 'name' | 'parent_id' | 'slug'>;
export type NewCategory = Omit<CategoryRow, 'id'>;

/** Bounds the recursion if somebody has made a circle of categories by hand in the database. */
const MAX_STEPS = 100;
const ROW = 'id, name, parent_id, slug';

const ALL = sql('categories_all', `SELECT ${ROW} FROM listings.categories ORDER BY name, id`);
const BY_ID = sql('category_by_id', `SELECT ${ROW} FROM listings.categories WHERE id = $1`);
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
const INSERT = sql(
  'category_insert',
  `INSERT INTO listings.categories (name, parent_id, slug) VALUES ($1, $2, $3) RETURNING ${ROW}`,
);
const UPDATE = sql(
  'category_update',
  `UPDATE listings.categories SET name = $2, parent_id = $3, slug = $4 WHERE id = $1 RETURNING ${ROW}`,
);
const ADOPT = sql('category_adopt_children', 'UPDATE listings.categories SET parent_id = $2 WHERE parent_id = $1');
const DELETE = sql('category_delete', 'DELETE FROM listings.categories WHERE id = $1');

@Injectable()
export class CategoryRepository extends BaseRepository {
  list(): Promise<CategoryRow[]> {
    return this.rows<CategoryRow>(ALL);
  }

  find(id: string): Promise<CategoryRow | undefined> {
    return this.one<CategoryRow>(BY_ID, id);
  }

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
    return (await this.one<{ slug: string }>(FREE_SLUG, slugs, id))?.slug as string;
  }

  async insert({ name, parent_id, slug }: NewCategory): Promise<CategoryRow> {
    return (await this.one<CategoryRow>(INSERT, name, parent_id, slug)) as CategoryRow;
  }

  async update({ id, name, parent_id, slug }: CategoryRow): Promise<CategoryRow> {
    return (await this.one<CategoryRow>(UPDATE, id, name, parent_id, slug)) as CategoryRow;
  }

  /** Its children move to its parent. */
  async delete({ id, parent_id }: CategoryRow): Promise<void> {
    await this.count(ADOPT, id, parent_id);
    await this.count(DELETE, id);
  }
}
