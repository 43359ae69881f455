import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What was ever reported: the row at which reports of one thing, and decisions on them, take their turn. */
@Entity({ schema: 'moderation', name: 'reported_things' })
export class ReportedThing {
  @PrimaryColumn({ type: 'text' }) reportable_type!: string;
  @PrimaryColumn({ type: 'uuid' }) reportable_id!: string;
  /** By reports; what staff flags by itself is not known here. */
  @Column({ type: 'boolean', default: false }) flagged!: boolean;
}
