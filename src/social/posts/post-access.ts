import { Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { cannotInteract } from './post.policy.js';
import { type HeldPost, PostRepository, type PostRow, type SeenPost } from './post.repository.js';

/** Who may do something with a post of another. */
@Injectable()
export class PostAccess {
  constructor(private readonly posts: PostRepository) {}

  async seen(id: string, viewer: Caller | undefined): Promise<SeenPost> {
    const isStaff = viewer ? isAdmin(viewer) : false;
    return found(isUuid(id) && (await this.posts.seen(id, viewer?.id ?? null, isStaff)));
  }

  /** Inside a transaction, to whose end the post stays. */
  async held(id: string, caller: Caller): Promise<HeldPost> {
    return found(isUuid(id) && (await this.posts.hold(id, caller.id, isAdmin(caller))));
  }

  /** To react, to comment and to bookmark. */
  async answerable(id: string, caller: Caller): Promise<PostRow> {
    const post = await this.held(id, caller);
    if (post.is_blocked) throw cannotInteract();
    return post;
  }
}

function found<Found extends PostRow>(post: Found | false | undefined): Found {
  if (!post) throw notFound('Post');
  return post;
}
