import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

@Entity({ schema: 'listings', name: 'categories' })
@Index('categories_slug', ['slug'], { unique: true })
export class Category {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('Category', { onDelete: 'SET NULL' })
  @Index()
  parent_id!: string | null;
  @Column({ type: 'text' }) slug!: string;
}
