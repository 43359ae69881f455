import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Declared } from '../../platform/declared.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { PostAccess } from '../posts/post-access.js';
import { BookmarkRepository } from './bookmark.repository.js';
import { Bookmarkable } from './bookmarkable.port.js';
import type { BookmarkableType, BookmarkView, CreateBookmarkInput } from './bookmarks.io.js';

const NAMES = { course: 'Course', product: 'Product', event: 'Event' };

@Injectable()
export class KeepBookmark {
  constructor(
    private readonly bookmarks: BookmarkRepository,
    private readonly access: PostAccess,
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
      const thing = await this.idOf(type, id, caller);
      const { bookmark, made } = await this.bookmarks.keep(caller.id, type, thing);
      if (made) this.record(bookmark);
      return bookmark;
    });
  }

  async end(id: string, userId: string): Promise<void> {
    if (!isUuid(id)) throw notFound('Bookmark');
    await this.database.transaction(async () => {
      if (!(await this.bookmarks.delete(id, userId))) throw notFound('Bookmark');
      this.outbox.record({ type: 'bookmark.deleted', actor_id: userId, data: { bookmark_id: id } });
    });
  }

  /** Of what is there for the caller. A post stays from here on: its deletion takes its bookmarks, this one too. */
  private async idOf(type: BookmarkableType, id: string, caller: Caller): Promise<string> {
    if (type === 'post') return (await this.access.answerable(id, caller)).id;
    const app = this.declared.all(Bookmarkable).find((one) => one.type === type);
    if (app && !(await app.isVisible(id, caller))) throw notFound(NAMES[type]);
    return id;
  }

  private record({ id, user_id, bookmarkable_id, bookmarkable_type }: BookmarkView): void {
    const data = { bookmark_id: id, bookmarkable_id, bookmarkable_type };
    this.outbox.record({ type: 'bookmark.created', actor_id: user_id, data });
  }
}
