import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Declared } from '../../platform/declared.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { BookmarkRepository } from './bookmark.repository.js';
import { Bookmarkable } from './bookmarkable.port.js';
import type { BookmarkableType, BookmarkView, CreateBookmarkInput } from './bookmarks.io.js';

const NAMES: Record<BookmarkableType, string> = {
  post: 'Post',
  course: 'Course',
  product: 'Product',
  event: 'Event',
};

@Injectable()
export class KeepBookmark {
  constructor(
    private readonly bookmarks: BookmarkRepository,
    private readonly declared: Declared,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** What is bookmarked already stays as it is. */
  run(
    caller: Caller,
    { bookmarkable_id: id, bookmarkable_type: type }: CreateBookmarkInput,
  ): Promise<BookmarkView> {
    if (type === 'post' && !isUuid(id)) {
      throw invalid({ field: 'bookmarkable_id', message: 'bookmarkable_id must be the id of a post' });
    }
    return this.database.transaction(async () => {
      const kept =
        type === 'post'
          ? await this.bookmarks.keepPost(caller.id, id, isAdmin(caller))
          : (await this.isThere(type, id, caller)) && (await this.bookmarks.keep(caller.id, type, id));
      if (!kept) throw notFound(NAMES[type]);
      const { bookmark, made } = kept;
      if (made) await this.record(bookmark);
      return bookmark;
    });
  }

  private async isThere(type: BookmarkableType, id: string, caller: Caller): Promise<boolean> {
    const app = this.declared.all(Bookmarkable).find((one) => one.type === type);
    return app ? app.isVisible(id, caller) : true;
  }

  private record({ id, user_id, bookmarkable_id, bookmarkable_type }: BookmarkView): Promise<void> {
    const data = { bookmark_id: id, bookmarkable_id, bookmarkable_type };
    return this.outbox.record({ type: 'bookmark.created', actor_id: user_id, data });
  }
}
