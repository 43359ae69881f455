import { Column, Entity, Unique } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';

/** Up to which day the clicks are counted. */
@Entity({ schema: 'ext_shortlinks', name: 'rollup_state' })
@Unique('rollup_state_name_key', ['name'])
export class LinkRollupState {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'date', nullable: true }) rolled_through!: string | null;
  @CreatedAt() created_at!: Date;
}
