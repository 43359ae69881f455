import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'bookmarks' })
@Check('bookmarks_bookmarkable_type_check', `bookmarkable_type IN ('post', 'course', 'product', 'event')`)
@Index('bookmarks_once', ['user_id', 'bookmarkable_type', 'bookmarkable_id'], { unique: true })
@Index('bookmarks_newest', ['user_id', 'created_at', 'id'])
@Index('bookmarks_newest_of_type', ['user_id', 'bookmarkable_type', 'created_at', 'id'])
@Index('bookmarks_of_thing', ['bookmarkable_type', 'bookmarkable_id'])
export class Bookmark {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** Text and no foreign key, because things of apps may have ids of another form. */
  @Column({ type: 'text' }) bookmarkable_id!: string;
  @Column({ type: 'text' }) bookmarkable_type!: string;
  @CreatedAt() created_at!: Date;
}
