import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

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
  /** The file that is shown, where its address is ours: it is kept for that, and goes with the frame. */
  @Column({ type: 'uuid', nullable: true }) file_id!: string | null;
}
