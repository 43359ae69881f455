import { Injectable } from '@nestjs/common';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { invalid } from '../../platform/http/refusal.js';
import type { CategoryAnswer, CategoryInput, NewCategoryInput } from './categories.dto.js';
import type { Category } from '../listing.entity.js';
import { CategoryRepository } from './category.repository.js';

const MAX_LEVELS = 8;
const LONGEST_SLUG = 100;
/** Letters that Unicode does not decompose into a base letter and a mark. */
const SPELLED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};
const SLUG_TRIES = 50;

interface ChangedCategory {
  change: 'created' | 'updated' | 'deleted';
  id: string;
  before?: Category;
  after?: Category;
}

const CategoryChanged = defineEvent<ChangedCategory>(({ change }) => `admin.category_${change}`, {
  data: ({ id, before, after }) => ({ category_id: id, before, after }),
  staff: true,
});

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
      this.events.announce(CategoryChanged, { change: 'created', id: category.id, after: category }, adminId);
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
      const after = (await this.categories.updateOne({ id: before.id }, wanted)) as Category;
      this.events.announce(CategoryChanged, { change: 'updated', id, before, after }, adminId);
      return after;
    });
  }

  delete(id: string, adminId: string): Promise<void> {
    return this.changeTree(async () => {
      const before = await this.categories.the({ id }, 'Category');
      await this.categories.remove(before);
      this.events.announce(CategoryChanged, { change: 'deleted', id, before }, adminId);
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

/** A part of an address that needs no escaping; `category` for a name without any letter or digit. */
export function slugOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => SPELLED[letter] ?? '')
    .replace(/\p{M}/gu, '');
  return tidy(letters.replace(/[^a-z0-9]+/g, '-')) || 'category';
}

/** The slug and its alternatives in the order of preference; the last one is random, so it is always free. */
export function slugsLike(slug: string): string[] {
  const numbered = Array.from({ length: SLUG_TRIES }, (_, index) => (index ? `-${index + 1}` : ''));
  const last = `-${crypto.randomUUID()}`;
  return [...numbered, last].map((end) => tidy(slug, LONGEST_SLUG - end.length) + end);
}

const tidy = (slug: string, longest = LONGEST_SLUG) => slug.replace(/^-/, '').slice(0, longest).replace(/-$/, '');
