import { Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';

/** A slug that was printed somewhere: only who had it can take it again. Kept by a trigger of the links. */
@Entity({ schema: 'ext_shortlinks', name: 'retired_slugs' })
@Index('retired_slugs_of_owner', ['owner_id'])
@Index('retired_slugs_slug', { synchronize: false })
@Index('retired_slugs_domain_slug', { synchronize: false })
export class RetiredSlug {
  @Id() id!: string;
  @Column({ type: 'uuid', nullable: true }) domain_id!: string | null;
  @Column({ type: 'text' }) slug!: string;
  /** When the owner's account is deleted, nobody can take the slug. */
  @Column({ type: 'uuid' }) owner_id!: string;
  @CreatedAt() created_at!: Date;
}
