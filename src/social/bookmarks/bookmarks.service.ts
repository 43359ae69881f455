import { Injectable } from '@nestjs/common';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { type Caller, isAdmin } from '../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { PostsService } from '../posts/posts.service.js';
import type { Bookmark } from './bookmark.entity.js';
import { BookmarkRepository } from './bookmark.repository.js';
import type { BookmarkableType, BookmarkAnswer, BookmarksAnswer, CreateBookmarkInput } from './bookmarks.dto.js';

const NAMES = { course: 'Course', product: 'Product', event: 'Event' };

/** Extension point: a type of things that can be bookmarked. Without a provider of the type every id is accepted. */
export abstract class Bookmarkable {
  abstract readonly type: 'course' | 'product' | 'event';
  /** True if the thing exists and the caller may see it. */
  abstract isVisible(id: string, caller: Caller): Promise<boolean>;
}

const BookmarkCreated = defineEvent<Bookmark>('bookmark.created', {
  data: ({ id, bookmarkable_id, bookmarkable_type }) => ({ bookmark_id: id, bookmarkable_id, bookmarkable_type }),
});
const BookmarkDeleted = defineEvent<{ bookmark_id: string }>('bookmark.deleted', { data: (fact) => fact });

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
      const { bookmark, isNew } = await this.bookmarks.write(caller.id, bookmarkable_type, id);
      if (isNew) this.events.announce(BookmarkCreated, bookmark, caller.id);
      return asAnswer({ bookmark });
    });
  }

  async delete(id: string, user_id: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.bookmarks.delete({ id, user_id }))) throw notFound('Bookmark');
      this.events.announce(BookmarkDeleted, { bookmark_id: id }, user_id);
    });
  }

  /** Returns the id of a visible target. A post is locked, because its deletion deletes its bookmarks too. */
  private async requireTarget(type: BookmarkableType, id: string, caller: Caller): Promise<string> {
    if (type === 'post') return (await this.posts.lockForInteraction(id, caller)).id;
    const bookmarkable = this.bookmarkables.get(type);
    if (bookmarkable && !(await bookmarkable.isVisible(id, caller))) throw notFound(NAMES[type]);
    return id;
  }
}
