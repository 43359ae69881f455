import { Column, Entity } from 'typeorm';
import { CreatedAt, Id, Moment, Owner } from '../../platform/database/columns.js';

/** A copy of everything an account holds, asked for by its owner and made by a job. */
@Entity({ schema: 'account', name: 'exports' })
export class AccountExport {
  @Id() id!: string;
  @Owner() user_id!: string;
  /** Null until the job has made it. */
  @Column({ type: 'jsonb', nullable: true }) content!: object | null;
  @Moment({ nullable: true }) ready_at!: Date | null;
  @Moment() expires_at!: Date;
  @CreatedAt() created_at!: Date;
}
