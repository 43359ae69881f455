import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { PostsService } from '../posts/posts.service.js';
import { BookmarkRepository } from './bookmark.repository.js';
import { Bookmarkable } from './bookmarkable.js';
import type { BookmarkableType, BookmarkAnswer, BookmarksAnswer, CreateBookmarkInput } from './bookmarks.dto.js';

const NAMES = { course: 'Course', product: 'Product', event: 'Event' };

@Injectable()
export class BookmarksService {
  private readonly bookmarkables: ByKey<Bookmarkable>;

  constructor(
    private readonly bookmarks: BookmarkRepository,
    private readonly posts: PostsService,
    extensions: ExtensionsService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {
    this.bookmarkables = extensions.byKey(Bookmarkable, (bookmarkable) => bookmarkable.type);
  }

  async list(caller: Caller, type: string | undefined, query: PageQuery): Promise<BookmarksAnswer> {
    const { rows, next_cursor } = await this.bookmarks.listByUser(caller.id, isAdmin(caller), type, query);
    return { bookmarks: rows, next_cursor };
  }

  /** Returns the existing bookmark if there is one. */
  create(caller: Caller, input: CreateBookmarkInput): Promise<BookmarkAnswer> {
    const { bookmarkable_id, bookmarkable_type } = input;
    if (bookmarkable_type === 'post' && !isUuid(bookmarkable_id)) {
      throw invalid({ field: 'bookmarkable_id', message: 'bookmarkable_id must be the id of a post' });
    }
    return this.database.transaction(async () => {
      const id = await this.requireTarget(bookmarkable_type, bookmarkable_id, caller);
      const { bookmark, isNew } = await this.bookmarks.insert(caller.id, bookmarkable_type, id);
      if (isNew) {
        const data = {
          bookmark_id: bookmark.id,
          bookmarkable_id: bookmark.bookmarkable_id,
          bookmarkable_type,
        };
        this.events.record({ type: 'bookmark.created', actor_id: caller.id, data });
      }
      return asAnswer({ bookmark });
    });
  }

  async delete(id: string, userId: string): Promise<void> {
    if (!isUuid(id)) throw notFound('Bookmark');
    await this.database.transaction(async () => {
      if (!(await this.bookmarks.delete(id, userId))) throw notFound('Bookmark');
      this.events.record({ type: 'bookmark.deleted', actor_id: userId, data: { bookmark_id: id } });
    });
  }

  listForExport(userId: string): ExportNode {
    return this.bookmarks.forExport(userId);
  }

  /** Returns the id of a visible target. A post is locked, because its deletion deletes its bookmarks too. */
  private async requireTarget(type: BookmarkableType, id: string, caller: Caller): Promise<string> {
    if (type === 'post') return (await this.posts.lockForInteraction(id, caller)).id;
    const bookmarkable = this.bookmarkables.get(type);
    if (bookmarkable && !(await bookmarkable.isVisible(id, caller))) throw notFound(NAMES[type]);
    return id;
  }
}
