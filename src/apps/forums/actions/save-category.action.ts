import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { Forum, ForumCategory } from '../forums/forum.entity.js';
import { CategoryView } from '../forums/forum.views.js';
import { CategoryRepository } from '../forums/forum.repository.js';
import { categorySlug } from '../forums/forum-names.js';
import { FORUM } from '../forums/forum.inputs.js';

const MOST = 50;

class Input {
  @Uuid() forum_id!: string;
  @Optional() @Uuid() category_id?: string;
  @Written(1, 60) name!: string;
  @Optional() @Written(0, 2000) description?: string;
  @Optional() @IsInt() @Min(0) @Max(10_000) position?: number;
  @Optional() @IsIn(['member', 'moderator']) post_role?: 'member' | 'moderator';
  @Optional() @IsBoolean() require_approval?: boolean;
  @Optional() @IsBoolean() solvable?: boolean;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(3650) auto_close_days?: number | null;
  @Optional() @IsBoolean() archived?: boolean;
}

class Result extends answerWith('category', () => CategoryView) {}

@Action('save-category', {
  access: 'owner',
  target: FORUM,
  changes: true,
  description: 'Makes a category, or changes one. One that is archived can only be read.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Category not found'],
    409: ['Name already taken', 'Category limit reached', 'The last category cannot be archived'],
  },
})
export class SaveCategory {
  constructor(private readonly categories: CategoryRepository) {}

  async run({ input, target: forum }: Call<Input, Forum>) {
    const { forum_id: _, category_id, ...change } = input;
    const all = await this.categories.listOfForum(forum.id);
    const slug = categorySlug(change.name);
    if (all.some((one) => one.slug === slug && one.id !== category_id)) throw new Refusal(409, 'Name already taken');
    const category = category_id
      ? all.find(({ id }) => id === category_id)
      : await this.create(forum, all, change.name);
    if (!category) throw notFound('Category');
    const others = all.filter(({ id, archived }) => id !== category.id && !archived);
    if (change.archived && !others.length) throw new Refusal(409, 'The last category cannot be archived');
    return { category: await this.categories.updateOne({ id: category.id }, { ...change, slug, updated_at: NOW }) };
  }

  private create({ id }: Forum, all: ForumCategory[], name: string) {
    if (all.length >= MOST) throw new Refusal(409, 'Category limit reached');
    const position = Math.max(-1, ...all.map((one) => one.position)) + 1;
    return this.categories.insertIfAbsent({ forum_id: id, name, slug: categorySlug(name), position });
  }
}
