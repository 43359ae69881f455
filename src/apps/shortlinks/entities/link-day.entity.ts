import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Link } from './link.entity.js';

@Entity({ schema: 'ext_shortlinks', name: 'link_days' })
@Unique('link_days_link_id_day_key', ['link_id', 'day'])
export class LinkDay {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Link, { onDelete: 'CASCADE' }) link_id!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'int' }) clicks!: number;
  @Column({ type: 'int' }) visitors!: number;
  @CreatedAt() created_at!: Date;
}
