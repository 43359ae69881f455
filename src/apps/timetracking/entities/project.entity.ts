import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, DayText, Whole } from '../../kernel/rows/columns.js';
import type { RoundingMode } from '../billing/rounding.policy.js';
import { ROUNDING_MODES } from '../billing/rounding.policy.js';

export const PROJECT_STATUSES = ['active', 'archived'] as const;
export const TASK_STATUSES = ['active', 'done'] as const;

@Entity({ schema: 'ext_timetracking', name: 'projects' })
@Check('projects_status_check', `status IN ('active', 'archived')`)
@Check('projects_rounding_mode_check', `rounding_mode IN ('up', 'nearest', 'down')`)
@Index('projects_of_client', ['owner_id', 'client_id'])
// By their names in lower case: made by hand in the migration.
@Index('projects_name', { synchronize: false })
@Index('projects_by_name', { synchronize: false })
export class Project {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'varchar', length: 160 }) name!: string;
  /** Of Invoicing. */
  @Column({ type: 'uuid', nullable: true }) client_id!: string | null;
  @Column({ type: 'char', length: 7, nullable: true }) color!: string | null;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Column({ type: 'boolean', default: true }) billable!: boolean;
  /** For an hour. */
  @Whole({ nullable: true }) rate_minor!: number | null;
  @Column({ type: 'smallint', nullable: true }) rounding_minutes!: number | null;
  @Choice(ROUNDING_MODES, { nullable: true }) rounding_mode!: RoundingMode | null;
  @Column({ type: 'int', nullable: true }) budget_seconds!: number | null;
  @Whole({ nullable: true }) budget_minor!: number | null;
  @Choice(PROJECT_STATUSES, { default: 'active' }) status!: (typeof PROJECT_STATUSES)[number];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Locked after the state of the owner, which every change takes first. */
export const PROJECT = { entity: Project, by: 'project_id', lock: false as const };

@Entity({ schema: 'ext_timetracking', name: 'tasks' })
@Check('tasks_status_check', `status IN ('active', 'done')`)
@Index('tasks_of_project', ['project_id'])
@Index('tasks_of_owner', ['owner_id'])
@Index('tasks_name', { synchronize: false })
export class Task {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Project', { onDelete: 'CASCADE' }) project_id!: string;
  @Column({ type: 'varchar', length: 160 }) name!: string;
  @Column({ type: 'boolean', nullable: true }) billable!: boolean | null;
  @Whole({ nullable: true }) rate_minor!: number | null;
  @Column({ type: 'int', nullable: true }) estimate_seconds!: number | null;
  @Choice(TASK_STATUSES, { default: 'active' }) status!: (typeof TASK_STATUSES)[number];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_timetracking', name: 'owner_state' })
@Index('owner_state_owner_id_key', ['owner_id'], { unique: true })
export class OwnerState {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @DayText({ nullable: true }) locked_until!: string | null;
  @CreatedAt() created_at!: Date;
}
