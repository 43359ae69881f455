import { Injectable } from '@nestjs/common';
import { FilesService } from '../../files/files.service.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { cannotInteract } from '../blocks/block.policy.js';
import { PollsService } from '../polls/polls.service.js';
import { PostEventsService } from './post-events.service.js';
import { PostTextService } from './post-text.service.js';
import { requireChangeable } from './post.policy.js';
import { type HeldPost, type LockedPost, PostRepository, type PostRow, type VisiblePost } from './post.repository.js';
import type { CreatePostInput, UpdatePostInput } from './posts.dto.js';

@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostRepository,
    private readonly polls: PollsService,
    private readonly files: FilesService,
    private readonly texts: PostTextService,
    private readonly database: DatabaseService,
    private readonly postEvents: PostEventsService,
  ) {}

  async create(userId: string, input: CreatePostInput): Promise<RawJson> {
    const { status = 'published', is_sensitive = false, is_ai_generated = false, media_ids = [] } = input;
    const { title = null, content = null, poll } = await this.texts.clean(input);
    return this.database.transaction(async () => {
      const post = { user_id: userId, title, content, status, is_sensitive, is_ai_generated };
      const id = await this.posts.insert(post);
      await this.files.attach(media_ids, userId);
      await this.posts.insertMedia(id, media_ids);
      if (poll) await this.polls.create(id, poll);
      if (status === 'published') await this.texts.notifyMentioned(id, userId, { title, content });
      this.postEvents.announceCreated({ id, user_id: userId, status });
      return asAnswer(await this.answer(id, userId));
    });
  }

  /** With its reactions and first comments; `position` is where the post's stream stood at that moment. */
  async find(id: string, viewer: Caller | undefined): Promise<{ answer: RawJson; position: string }> {
    const isStaff = viewer ? isAdmin(viewer) : false;
    const post = isUuid(id) && (await this.posts.findSingle(id, viewer?.id ?? null, isStaff));
    if (!post) throw notFound('Post');
    return { answer: new RawJson(`{"post":${post.json}}`), position: post.position };
  }

  async edit(id: string, caller: Caller, input: UpdatePostInput): Promise<RawJson> {
    if (!isUuid(id)) throw notFound('Post');
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
        await this.posts.update(post.id, after);
        // Feeds sort by the creation time, so the first publication of a draft resets it.
        if (appears && !post.published_at) await this.posts.setPublishedNow(post.id);
        if (status === 'published') {
          await this.texts.notifyMentioned(post.id, post.user_id, { title, content });
        }
        await this.postEvents.announceEdited(post, status, caller.id);
      }
      return this.answer(post.id, caller.id);
    });
  }

  /** `asStaff`: the audit log records the deletion also when an admin deletes their own post. */
  delete(id: string, caller: Caller, asStaff = false): Promise<void> {
    if (!isUuid(id)) throw notFound('Post');
    return this.database.transaction(async () => {
      const post = requireChangeable(await this.posts.lockForDeletion(id), caller);
      await this.files.release(await this.posts.listFiles(post.id));
      const comments = await this.posts.listComments(post.id);
      await this.posts.delete(post.id);
      const isStaff = asStaff || post.user_id !== caller.id;
      this.postEvents.announceDeleted(post, comments, caller.id, isStaff);
    });
  }

  async requireVisible(id: string, viewer: Caller | undefined): Promise<VisiblePost> {
    const isStaff = viewer ? isAdmin(viewer) : false;
    return found(isUuid(id) && (await this.posts.findVisible(id, viewer?.id ?? null, isStaff)));
  }

  /** Locks the post until the transaction ends, so that it is not deleted meanwhile. */
  async lockVisible(id: string, caller: Caller): Promise<HeldPost> {
    return found(isUuid(id) && (await this.posts.lockVisible(id, caller.id, isAdmin(caller))));
  }

  /** For reactions, comments and bookmarks: as `lockVisible`, and no block stands between caller and author. */
  async lockForInteraction(id: string, caller: Caller): Promise<PostRow> {
    const post = await this.lockVisible(id, caller);
    if (post.is_blocked) throw cannotInteract();
    return post;
  }

  listForExport(userId: string): ExportNode {
    return this.posts.forExport(userId);
  }

  private async answer(id: string, viewerId: string): Promise<RawJson> {
    return new RawJson(`{"post":${await this.posts.viewJson(id, viewerId)}}`);
  }
}

function found<Found extends PostRow>(post: Found | false | undefined): Found {
  if (!post) throw notFound('Post');
  return post;
}

const isChanged = (before: LockedPost, after: Partial<LockedPost>) =>
  Object.entries(after).some(([field, value]) => value !== before[field as keyof LockedPost]);
