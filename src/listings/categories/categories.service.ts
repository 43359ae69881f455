import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { isUuid } from '../../platform/database/uuid.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import type { CategoryAnswer, CategoryInput, NewCategoryInput } from './categories.dto.js';
import { slugOf, slugsLike } from './category-slug.js';
import { CategoryRepository, type CategoryRow } from './category.repository.js';

const MAX_LEVELS = 8;

@Injectable()
export class CategoriesService {
  constructor(
    private readonly categories: CategoryRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  list(): Promise<CategoryRow[]> {
    return this.categories.list();
  }

  create(adminId: string, { name, parent_id, slug }: NewCategoryInput): Promise<CategoryAnswer> {
    return this.changeTree(async () => {
      await this.checkParent(parent_id ?? null);
      const free = await this.categories.findFreeSlug(slugsLike(slug ?? slugOf(name)), null);
      const category = await this.categories.insert({ name, parent_id: parent_id ?? null, slug: free });
      this.record('created', adminId, { category_id: category.id, after: category });
      return asAnswer({ category });
    });
  }

  /** A new name does not change the slug, so that existing addresses stay valid. */
  update(id: string, adminId: string, { name, parent_id, slug }: CategoryInput): Promise<CategoryRow> {
    return this.changeTree(async () => {
      const before = await this.require(id);
      const wanted = { ...before, name: name ?? before.name };
      if (parent_id !== undefined && parent_id !== before.parent_id) {
        await this.checkParent(parent_id, before.id);
        wanted.parent_id = parent_id;
      }
      if (slug !== undefined) wanted.slug = await this.categories.findFreeSlug(slugsLike(slug), before.id);
      if (isSame(before, wanted)) return before;
      const after = await this.categories.update(wanted);
      this.record('updated', adminId, { category_id: before.id, before, after });
      return after;
    });
  }

  delete(id: string, adminId: string): Promise<void> {
    return this.changeTree(async () => {
      const before = await this.require(id);
      await this.categories.delete(before);
      this.record('deleted', adminId, { category_id: before.id, before });
    });
  }

  private changeTree<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.categories.lockTree();
      return work();
    });
  }

  private async require(id: string): Promise<CategoryRow> {
    const category = isUuid(id) ? await this.categories.find(id) : undefined;
    if (!category) throw notFound('Category');
    return category;
  }

  /** The parent must exist, must not be below the category, and must leave enough levels for its subtree. */
  private async checkParent(parentId: string | null, id?: string): Promise<void> {
    if (parentId === null) return;
    const ancestors = await this.categories.listAncestors(parentId);
    if (!ancestors.length) throw wrongParent('parent_id names no category');
    if (id && ancestors.includes(id)) throw wrongParent('a category cannot lie in itself');
    const levels = ancestors.length + (id ? await this.categories.measureHeight(id) : 1);
    if (levels > MAX_LEVELS) throw wrongParent(`categories have at most ${MAX_LEVELS} levels`);
  }

  private record(change: 'created' | 'updated' | 'deleted', actor_id: string, data: object): void {
    this.events.record({ type: `admin.category_${change}`, actor_id, staff: true, data });
  }
}

const wrongParent = (message: string) => invalid({ field: 'parent_id', message });

const isSame = (one: CategoryRow, other: CategoryRow) =>
  one.name === other.name && one.parent_id === other.parent_id && one.slug === other.slug;
