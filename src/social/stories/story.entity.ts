import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'stories' })
@Index('stories_of_author', ['user_id', 'expires_at'])
export class Story {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @CreatedAt() created_at!: Date;
  /** A day later. The default is written as PostgreSQL prints it, for the comparison of schemas. */
  @Moment({ default: () => `(now() + '24:00:00')` }) @Index('stories_by_end') expires_at!: Date;
}

@Entity({ schema: 'social', name: 'story_frames' })
@Index('story_frames_of_story', ['story_id', 'position'], { unique: true })
export class StoryFrame {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Story', { onDelete: 'CASCADE' }) story_id!: string;
  @Column({ type: 'smallint' }) position!: number;
  @Column({ type: 'text' }) media_url!: string;
  @Column({ type: 'text' }) media_type!: string;
  /** Seconds. */
  @Column({ type: 'smallint', default: 5 }) duration!: number;
  /** The file behind `media_url` if it is one of ours. The file is deleted with the frame. */
  @Column({ type: 'uuid', nullable: true }) file_id!: string | null;
}

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
