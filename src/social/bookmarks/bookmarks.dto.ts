import { IsIn, IsString } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, ListQuery, Optional, Time, Uuid } from '../../platform/http/fields.js';
import { Canonical } from '../../platform/http/input/transforms.js';

const BOOKMARKABLE = ['post', 'course', 'product', 'event'] as const;
export type BookmarkableType = (typeof BOOKMARKABLE)[number];

export class CreateBookmarkInput {
  @Canonical() @Chars(1, 200) bookmarkable_id!: string;
  @IsIn(BOOKMARKABLE) bookmarkable_type!: BookmarkableType;
}

export class BookmarksQuery extends ListQuery {
  @Optional() @IsIn(BOOKMARKABLE) type?: BookmarkableType;
}

export class BookmarkView {
  @Uuid() id!: string;
  @Uuid() user_id!: string;
  @IsString() bookmarkable_id!: string;
  @IsIn(BOOKMARKABLE) bookmarkable_type!: string;
  @Time() created_at!: Date;
}

export class BookmarkAnswer extends answerWith('bookmark', () => BookmarkView) {}

export class BookmarksAnswer extends pageOf('bookmarks', () => BookmarkView) {}
