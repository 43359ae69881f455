import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DaysAsked, daysOf, TOO_MANY_DAYS } from '../../kernel/stats/day-range.js';
import type { Blog } from '../blogs/blog.entity.js';
import { POST, type Post } from '../posts/post.entity.js';
import { PostStatsView } from '../views/post-stats.views.js';
import { ViewFiguresRepository } from '../views/view-figures.repository.js';

class Input extends DaysAsked {
  @Uuid() post_id!: string;
}

class Result extends answerWith('stats', () => PostStatsView) {}

@Action('get-post-stats', {
  access: 'owner',
  target: POST,
  description: 'Views of a post by day, and where its readers came from; of the last 30 days where none are given.',
  input: Input,
  result: Result,
  refuses: { 400: [TOO_MANY_DAYS] },
})
export class GetPostStats {
  constructor(private readonly figures: ViewFiguresRepository) {}

  async run({ input, target }: Call<Input, Post, Blog>): Promise<Result> {
    return { stats: await this.figures.ofPost(target, daysOf(input)) };
  }
}
