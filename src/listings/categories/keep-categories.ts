import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import type { CategoryInput, NewCategoryInput } from './categories.io.js';
import { CategoryRepository, type CategoryRow } from './category.repository.js';
import { slugOf, slugsLike } from './category-slug.js';

const MOST_LEVELS = 8;

/** What staff does with the tree of categories. */
@Injectable()
export class KeepCategories {
  constructor(
    private readonly categories: CategoryRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  create(adminId: string, { name, parent_id, slug }: NewCategoryInput): Promise<CategoryRow> {
    return this.change(async () => {
      await this.checkParent(parent_id ?? null);
      const free = await this.categories.freeSlug(slugsLike(slug ?? slugOf(name)), null);
      const made = await this.categories.insert({ name, parent_id: parent_id ?? null, slug: free });
      this.record('created', adminId, { category_id: made.id, after: made });
      return made;
    });
  }

  /** The slug stays when the name changes: addresses that have it go on leading here. */
  update(id: string, adminId: string, { name, parent_id, slug }: CategoryInput): Promise<CategoryRow> {
    return this.change(async () => {
      const before = await this.find(id);
      const wanted = { ...before, name: name ?? before.name };
      if (parent_id !== undefined && parent_id !== before.parent_id) {
        await this.checkParent(parent_id, before.id);
        wanted.parent_id = parent_id;
      }
      if (slug !== undefined) wanted.slug = await this.categories.freeSlug(slugsLike(slug), before.id);
      if (same(before, wanted)) return before;
      const after = await this.categories.update(wanted);
      this.record('updated', adminId, { category_id: before.id, before, after });
      return after;
    });
  }

  delete(id: string, adminId: string): Promise<void> {
    return this.change(async () => {
      const before = await this.find(id);
      await this.categories.delete(before);
      this.record('deleted', adminId, { category_id: before.id, before });
    });
  }

  private change<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.categories.lock();
      return work();
    });
  }

  private async find(id: string): Promise<CategoryRow> {
    const category = isUuid(id) ? await this.categories.byId(id) : undefined;
    if (!category) throw notFound('Category');
    return category;
  }

  /** It is there, does not lie in the category itself, and is not too deep for it and all that lies in it. */
  private async checkParent(parentId: string | null, id?: string): Promise<void> {
    if (parentId === null) return;
    const line = await this.categories.line(parentId);
    if (!line.length) throw wrongParent('parent_id names no category');
    if (id && line.includes(id)) throw wrongParent('a category cannot lie in itself');
    const levels = line.length + (id ? await this.categories.height(id) : 1);
    if (levels > MOST_LEVELS) throw wrongParent(`categories have at most ${MOST_LEVELS} levels`);
  }

  private record(what: 'created' | 'updated' | 'deleted', actor_id: string, data: object): void {
    this.outbox.record({ type: `admin.category_${what}`, actor_id, staff: true, data });
  }
}

const wrongParent = (message: string) => invalid({ field: 'parent_id', message });

const same = (one: CategoryRow, other: CategoryRow) =>
  one.name === other.name && one.parent_id === other.parent_id && one.slug === other.slug;
