import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { DeletePost } from '../../social/posts/delete-post.js';
import { PostReviewRepository } from '../../social/posts/post-review.repository.js';
import { PostRepository } from '../../social/posts/post.repository.js';
import { ReviewPost } from '../../social/posts/review-post.js';
import { SinglePostAnswer } from '../../social/posts/single-post.io.js';
import { PostsToReviewAnswer, ReviewedPostAnswer, ReviewInput, ReviewQuery } from './posts.io.js';

@Controller('v1/admin/posts')
@Access('admin')
export class AdminPostsController {
  constructor(
    private readonly list: PostReviewRepository,
    private readonly posts: PostRepository,
    private readonly review: ReviewPost,
    private readonly remove: DeletePost,
  ) {}

  @Get()
  @Summary('All posts, newest first')
  @Answers(200, PostsToReviewAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  async all(@Query() { status, ...page }: ReviewQuery): Promise<RawJson> {
    return new RawJson(await this.list.page(status, page));
  }

  @Get(':id')
  @Summary('A post whatever its status, with its reactions and first comments')
  @Answers(200, SinglePostAnswer)
  @Refuses(404, 'Post not found')
  async find(@Param('id') postId: string, @TheCaller() { id }: Caller): Promise<RawJson> {
    const post = isUuid(postId) && (await this.posts.single(postId, id, true));
    if (!post) throw notFound('Post');
    return answer(post.json);
  }

  @Patch(':id')
  @Summary('Take a post away from others, or give it back to them')
  @Answers(200, ReviewedPostAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(404, 'Post not found')
  @Refuses(409, 'Post is a draft')
  async update(
    @Param('id') postId: string,
    @Body() { status }: ReviewInput,
    @TheCaller() { id }: Caller,
  ): Promise<RawJson> {
    return answer(await this.review.run(postId, status, id));
  }

  @Delete(':id')
  @Summary('Delete a post and all that belongs to it')
  @Answers(200, Done)
  @Refuses(404, 'Post not found')
  async delete(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.remove.run(id, caller, true);
    return { message: 'Post removed' };
  }
}

const answer = (post: string) => new RawJson(`{"post":${post}}`);
