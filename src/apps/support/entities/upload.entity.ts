import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Message } from './message.entity.js';

/** Its bytes belong to the sender and are deleted with the sender's account. */
@Entity({ schema: 'ext_support', name: 'uploads' })
@Index('uploads_of_message', ['message_id'])
@Index('uploads_unused', ['created_at'], { where: 'message_id IS NULL' })
@Index('uploads_of_owner', ['owner_id'])
export class Upload {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) desk_owner_id!: string;
  /** The file that it is in the storage. */
  @Column({ type: 'uuid' }) file_key!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'int' }) size!: number;
  @Column({ type: 'text' }) content_type!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Message, { onDelete: 'CASCADE' })
  message_id!: string | null;
  @CreatedAt() created_at!: Date;
}
