import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { invalid } from '../../platform/http/refusal.js';
import type { CategoryAnswer, CategoryInput, NewCategoryInput } from './categories.dto.js';
import { slugOf, slugsLike } from './category-slug.js';
import { CategoryCreated, CategoryDeleted, CategoryUpdated } from './categories.events.js';
import type { Category } from './category.entity.js';
import { CategoryRepository } from './category.repository.js';

const MAX_LEVELS = 8;

@Injectable()
export class CategoriesService {
  constructor(
    private readonly categories: CategoryRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  list(): Promise<Category[]> {
    return this.categories.find({}, { order: { name: 'ASC', id: 'ASC' } });
  }

  create(adminId: string, { name, parent_id, slug }: NewCategoryInput): Promise<CategoryAnswer> {
    return this.changeTree(async () => {
      await this.checkParent(parent_id ?? null);
      const free = await this.categories.findFreeSlug(slugsLike(slug ?? slugOf(name)), null);
      const category = await this.categories.insert({ name, parent_id: parent_id ?? null, slug: free });
      this.events.announce(CategoryCreated, { after: category }, adminId);
      return asAnswer({ category });
    });
  }

  /** A new name does not change the slug, so that existing addresses stay valid. */
  update(id: string, adminId: string, { name, parent_id, slug }: CategoryInput): Promise<Category> {
    return this.changeTree(async () => {
      const before = await this.categories.the({ id }, 'Category');
      const wanted = { ...before, name: name ?? before.name };
      if (parent_id !== undefined && parent_id !== before.parent_id) {
        await this.checkParent(parent_id, before.id);
        wanted.parent_id = parent_id;
      }
      if (slug !== undefined) wanted.slug = await this.categories.findFreeSlug(slugsLike(slug), before.id);
      if (isSame(before, wanted)) return before;
      await this.categories.update({ id: before.id }, wanted);
      this.events.announce(CategoryUpdated, { before, after: wanted }, adminId);
      return wanted;
    });
  }

  delete(id: string, adminId: string): Promise<void> {
    return this.changeTree(async () => {
      const before = await this.categories.the({ id }, 'Category');
      await this.categories.remove(before);
      this.events.announce(CategoryDeleted, { before }, adminId);
    });
  }

  private changeTree<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.categories.lockTree();
      return work();
    });
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
}

const wrongParent = (message: string) => invalid({ field: 'parent_id', message });

const isSame = (one: Category, other: Category) =>
  one.name === other.name && one.parent_id === other.parent_id && one.slug === other.slug;
