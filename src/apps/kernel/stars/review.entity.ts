import { Check, Column, ForeignKey } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';

/** What every app's table of reviews has, beside what a review is about. Each user writes at most one about a thing. */
@Check('reviews_rating_check', 'rating BETWEEN 1 AND 5')
export abstract class Review {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'int' }) rating!: number;
  @Column({ type: 'text', default: '' }) body!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
