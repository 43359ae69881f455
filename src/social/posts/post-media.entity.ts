import { Column, Entity, ForeignKey, Index } from 'typeorm';

@Entity({ schema: 'social', name: 'post_media' })
export class PostMedia {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('Post', { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'smallint', primary: true }) position!: number;
  @Column({ type: 'uuid' }) @Index('post_media_file') file_id!: string;
}
