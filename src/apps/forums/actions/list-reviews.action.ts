import { IsIn, IsString } from 'class-validator';
import { ListOf, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import { Page, pageQuery } from '../../kernel/page.js';
import { REVIEW_KINDS, REVIEW_STATUSES, type ReviewKind, type ReviewStatus } from '../entities/post-review.entity.js';
import { ReviewRepository } from '../keeping/review.repository.js';
import { ReviewView } from '../keeping/review.views.js';
import { Entrance } from '../places/entrance.js';

class Input extends Page {
  @Uuid() forum_id!: string;
  @Optional() @IsIn(REVIEW_STATUSES) status?: ReviewStatus;
  @Optional() @IsIn(REVIEW_KINDS) kind?: ReviewKind;
}

class Result {
  @ListOf(() => ReviewView) reviews!: ReviewView[];
  @Nullable() @IsString() next_cursor!: string | null;
}

@Action('list-reviews', {
  access: 'authenticated',
  description: 'What the staff has to look at, by post, with all that is needed to decide; the oldest first.',
  input: Input,
  result: Result,
  refuses: { 403: ['Forbidden'], 404: ['Forum not found'] },
})
export class ListReviews {
  constructor(
    private readonly entrance: Entrance,
    private readonly reviews: ReviewRepository,
  ) {}

  async run({ input: { forum_id, status = 'open', kind, ...page }, caller }: Call<Input>) {
    const { forum } = await this.entrance.staffed(forum_id, caller);
    const { rows, next_cursor } = await this.reviews.list(forum.id, status, kind ?? null, pageQuery(page));
    return { reviews: rows, next_cursor };
  }
}
