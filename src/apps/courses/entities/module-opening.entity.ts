import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../../platform/database/columns.js';
import { CourseModule } from './course-module.entity.js';
import { Enrollment } from './enrollment.entity.js';

/** That a student was told that a module has opened: once, however often the job runs. */
@Entity({ schema: 'ext_courses', name: 'module_openings' })
@Index('module_openings_of_module', ['module_id'])
export class ModuleOpening {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey(() => Enrollment, { onDelete: 'CASCADE' })
  enrollment_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey(() => CourseModule, { onDelete: 'CASCADE' })
  module_id!: string;
  @CreatedAt() created_at!: Date;
}
