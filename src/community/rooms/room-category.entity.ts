import { Column, Entity } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'room_categories' })
export class RoomCategory {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) icon!: string | null;
  /** Categories are listed in this order. */
  @Column({ type: 'integer', default: 0 }) position!: number;
}
