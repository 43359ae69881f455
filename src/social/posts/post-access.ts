import { Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { PostRepository, type PostRow } from './post.repository.js';

/** Who may do something with a post of another. */
@Injectable()
export class PostAccess {
  constructor(
    private readonly posts: PostRepository,
    private readonly blocks: BlockRepository,
  ) {}

  async seen(id: string, viewer: Caller | undefined): Promise<PostRow> {
    const isStaff = viewer ? isAdmin(viewer) : false;
    return found(isUuid(id) && (await this.posts.seen(id, viewer?.id ?? null, isStaff)));
  }

  /** Inside a transaction, to whose end the post stays. */
  async held(id: string, caller: Caller): Promise<PostRow> {
    return found(isUuid(id) && (await this.posts.hold(id, caller.id, isAdmin(caller))));
  }

  /** To react and to comment; the words are the same for whoever blocked the other. */
  async answerable(id: string, caller: Caller): Promise<PostRow> {
    const post = await this.held(id, caller);
    if (post.user_id !== caller.id && (await this.blocks.between(post.user_id, caller.id))) {
      throw new Refusal(403, 'You cannot interact with this user');
    }
    return post;
  }
}

function found(post: PostRow | false | undefined): PostRow {
  if (!post) throw notFound('Post');
  return post;
}
