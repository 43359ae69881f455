import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { FilesService } from '../../files/files.service.js';
import { type Caller, isAdmin } from '../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { cannotInteract } from '../blocks/blocks.service.js';
import { PollsService } from '../polls/polls.service.js';
import { PostTextService } from './post-text.service.js';
import { type HeldPost, type LockedPost, PostRepository, type PostRow, type VisiblePost } from './post.repository.js';
import type { CreatePostInput, UpdatePostInput } from './posts.dto.js';
import { PostCreated, PostDeleted, PostEdited, PostsDeletedWithAccount } from './posts.events.js';

@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostRepository,
    private readonly polls: PollsService,
    private readonly files: FilesService,
    private readonly texts: PostTextService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async create(userId: string, input: CreatePostInput): Promise<RawJson> {
    const { status = 'published', is_sensitive = false, is_ai_generated = false, media_ids = [] } = input;
    const { title = null, content = null, poll } = await this.texts.clean(input);
    return this.database.transaction(async () => {
      const published_at = status === 'published' ? NOW : null;
      const post = { user_id: userId, title, content, status, is_sensitive, is_ai_generated, published_at };
      const { id } = await this.posts.insert(post);
      await this.files.attach(media_ids, userId);
      await this.posts.insertMedia(id, media_ids);
      if (poll) await this.polls.create(id, poll);
      if (status === 'published') await this.texts.notifyMentioned(id, userId, { title, content });
      this.events.announce(PostCreated, { id, user_id: userId, status }, userId);
      return asAnswer(await this.answer(id, userId));
    });
  }

  /** With its reactions and first comments; `position` is where the post's stream stood at that moment. */
  async find(id: string, viewer: Caller | undefined): Promise<{ answer: RawJson; position: string }> {
    const post = await this.posts.findSingle(id, viewer?.id ?? null, isStaff(viewer));
    if (!post) throw notFound('Post');
    return { answer: new RawJson(`{"post":${post.json}}`), position: post.position };
  }

  async edit(id: string, caller: Caller, input: UpdatePostInput): Promise<RawJson> {
    const texts = await this.texts.clean(input);
    return this.database.transaction(async () => {
      const post = requireChangeable<LockedPost>(await this.posts.lock(id), caller);
      const { title = post.title, content = post.content } = texts;
      const { is_sensitive = post.is_sensitive } = input;
      // Staff flagged the post: the author may edit it, but only staff restores it.
      const status = post.status === 'flagged' ? post.status : (input.status ?? post.status);
      const appears = status === 'published' && post.status === 'draft';
      const after = { title, content, status, is_sensitive };
      if (isChanged(post, after)) {
        await this.posts.update({ id }, { ...after, updated_at: NOW });
        // Feeds sort by the creation time, so the first publication of a draft resets it.
        if (appears && !post.published_at) await this.posts.update({ id }, { published_at: NOW, created_at: NOW });
        if (status === 'published') await this.texts.notifyMentioned(id, post.user_id, { title, content });
        const { user_id, published_at, status: status_before } = post;
        const json = await this.posts.publicJson(id);
        const edited = { id, user_id, status, status_before, published_at, json, staff: caller.id !== user_id };
        this.events.announce(PostEdited, edited, caller.id);
      }
      return this.answer(id, caller.id);
    });
  }

  /** `asStaff`: the audit log records the deletion also when an admin deletes their own post. */
  delete(id: string, caller: Caller, asStaff = false): Promise<void> {
    return this.database.transaction(async () => {
      // Reactions and comments lock the post before other rows that the deletion needs, so the lock prevents deadlocks.
      const locked = await this.posts.findOne({ id }, { select: ['id', 'user_id', 'status', 'title'], lock: 'update' });
      const post = requireChangeable(locked, caller);
      await this.files.release(await this.posts.listFiles(id));
      const comment_ids = await this.posts.listComments([id]);
      await this.posts.delete({ id });
      const staff = asStaff || post.user_id !== caller.id;
      this.events.announce(PostDeleted, { ...post, comment_ids, staff }, caller.id);
    });
  }

  /** Must run before the account is deleted. Foreign keys delete the posts and the comments below them. */
  async announceDeletionWithAccount(user_id: string): Promise<void> {
    const posts = await this.posts.find({ user_id }, { select: ['id'], order: { id: 'ASC' }, lock: 'update' });
    const ids = posts.map(({ id }) => id);
    if (!ids.length) return;
    const comment_ids = await this.posts.listComments(ids);
    this.events.announce(PostsDeletedWithAccount, { ids, comment_ids }, user_id);
  }

  async requireVisible(id: string, viewer: Caller | undefined): Promise<VisiblePost> {
    const post = await this.posts.findVisible(id, viewer?.id ?? null, isStaff(viewer));
    if (!post) throw notFound('Post');
    return post;
  }

  /** Locks the post until the transaction ends, so that it is not deleted meanwhile. */
  async lockVisible(id: string, caller: Caller): Promise<HeldPost> {
    const post = await this.posts.lockVisible(id, caller.id, isAdmin(caller));
    if (!post) throw notFound('Post');
    return post;
  }

  /** For reactions, comments and bookmarks: as `lockVisible`, and no block stands between caller and author. */
  async lockForInteraction(id: string, caller: Caller): Promise<PostRow> {
    const post = await this.lockVisible(id, caller);
    if (post.is_blocked) throw cannotInteract();
    return post;
  }

  private async answer(id: string, viewerId: string): Promise<RawJson> {
    return new RawJson(`{"post":${await this.posts.viewJson(id, viewerId)}}`);
  }
}

/** The author and staff may change a post. For others a post that is not published does not exist. */
function requireChangeable<Row extends PostRow>(post: Row | undefined, caller: Caller): Row {
  const mayChange = post && (post.user_id === caller.id || isAdmin(caller));
  if (!post || (!mayChange && post.status !== 'published')) throw notFound('Post');
  if (!mayChange) throw forbidden();
  return post;
}

const isStaff = (viewer: Caller | undefined) => viewer !== undefined && isAdmin(viewer);

const isChanged = (before: LockedPost, after: Partial<LockedPost>) =>
  Object.entries(after).some(([field, value]) => value !== before[field as keyof LockedPost]);
