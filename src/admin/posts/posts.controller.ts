import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { PostReviewService } from '../../social/posts/post-review.service.js';
import { SinglePostAnswer } from '../../social/posts/posts.dto.js';
import { PostsService } from '../../social/posts/posts.service.js';
import { PostsToReviewAnswer, ReviewedPostAnswer, ReviewInput, ReviewQuery } from './posts.dto.js';

@Controller('v1/admin/posts')
@Access('admin')
export class AdminPostsController {
  constructor(
    private readonly posts: PostsService,
    private readonly reviews: PostReviewService,
  ) {}

  @Get()
  @Summary('All posts, newest first')
  @Answers(200, PostsToReviewAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  all(@Query() { status, ...page }: ReviewQuery): Promise<RawJson> {
    return this.reviews.list(status, page);
  }

  @Get(':id')
  @Summary('A post whatever its status, with its reactions and first comments')
  @Answers(200, SinglePostAnswer)
  async find(@IdParam('Post') id: string, @TheCaller() caller: Caller): Promise<RawJson> {
    const { answer } = await this.posts.find(id, caller);
    return answer;
  }

  @Patch(':id')
  @Summary('Take a post away from others, or give it back to them')
  @Answers(200, ReviewedPostAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(409, 'Post is a draft')
  update(
    @IdParam('Post') postId: string,
    @Body() { status }: ReviewInput,
    @TheCaller() { id }: Caller,
  ): Promise<RawJson> {
    return this.reviews.review(postId, status, id);
  }

  @Delete(':id')
  @Summary('Delete a post and all that belongs to it')
  @Answers(200, Done)
  async delete(@IdParam('Post') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.posts.delete(id, caller, true);
    return { message: 'Post removed' };
  }
}
