import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'story_views' })
@Index('story_views_newest', ['story_id', 'viewed_at', 'user_id'])
export class StoryView {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('Story', { onDelete: 'CASCADE' }) story_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('story_views_of_user')
  user_id!: string;
  @Moment({ default: () => 'now()' }) viewed_at!: Date;
}
