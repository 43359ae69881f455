import { ArrayMaxSize, IsArray, IsBoolean, IsIn } from 'class-validator';
import { ListOf, Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload } from '../../kernel/files/uploads.js';
import { assignmentForOwner, learnerForOwner } from '../assignments.presenter.js';
import {
  type Assignment,
  ASSIGNMENT,
  type AssignmentLearner,
  type AssignmentNow,
  type Status,
  STATUSES,
} from '../entities/assignment.entity.js';
import { AssignmentView, LearnerView } from '../assignments.views.js';
import { AssignmentFilesService } from '../files/assignment-files.service.js';
import { AssignmentNotificationsService } from '../assignment-notifications.service.js';
import { LearnerRepository } from '../learners/learner.repository.js';
import { AssignmentFields } from '../assignments/assignment.inputs.js';
import { AssignmentRepository } from '../assignments/assignment.repository.js';
import { AssignmentChangesService } from '../assignments/assignment-changes.service.js';

class Input extends AssignmentFields {
  @Uuid() assignment_id!: string;
  @Optional() @Written(1, 200) title?: string;
  @Optional() @IsArray() @ArrayMaxSize(50) @Uuid({ each: true }) remove_file_ids?: string[];
  @Optional() @IsBoolean() new_join_code?: boolean;
  @Optional() @IsIn(STATUSES) status?: Status;
}

class Result {
  @Nested(() => AssignmentView) assignment!: AssignmentView;
  @ListOf(() => PromisedUpload) uploads!: PromisedUpload[];
  /** Learners with dates of their own, which do not follow. */
  @ListOf(() => LearnerView) overrides!: LearnerView[];
}

@Action('update-assignment', {
  access: 'owner',
  target: ASSIGNMENT,
  changes: true,
  description: 'Changes what is given; publishes, closes and archives.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Dates are out of order', 'Rubric points must add up to points', 'File is too large', 'Too many files'],
    404: ['File not found'],
    409: ['Assignment has submissions', 'Status change not allowed', 'Assignment is archived', 'Storage is full'],
  },
})
export class UpdateAssignment {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly changes: AssignmentChangesService,
    private readonly files: AssignmentFilesService,
    private readonly learners: LearnerRepository,
    private readonly notifications: AssignmentNotificationsService,
  ) {}

  async run({ input: { remove_file_ids, files, ...change }, target: { id } }: Call<Input, { id: string }>) {
    const before = (await this.assignments.byId(id)) as AssignmentNow;
    const assignment = await this.changes.update(before, change);
    const uploads = await this.files.changeMaterial(assignment, { add: files, remove: remove_file_ids });
    const overrides = await this.tellLearners(before, assignment);
    return {
      assignment: assignmentForOwner(assignment),
      uploads,
      overrides: overrides.map((learner) => learnerForOwner(learner, assignment)),
    };
  }

  /** Returns the learners with dates of their own, which stay. */
  private async tellLearners(before: Assignment, now: Assignment): Promise<AssignmentLearner[]> {
    const isFirst = before.published_at === null && now.published_at !== null;
    if (isFirst) this.notifications.published(now, await this.learners.activeIds(now.id));
    const moved = {
      due: before.due_at?.getTime() !== now.due_at?.getTime(),
      closes: before.closes_at?.getTime() !== now.closes_at?.getTime(),
    };
    if (!moved.due && !moved.closes) return [];
    if (moved.due) {
      await this.learners.remindAgain(now.id);
      await this.learners.relate(now.id);
    }
    const isKnown = now.status !== 'draft' && !isFirst;
    if (isKnown) this.notifications.changed(now, await this.learners.following(now.id, moved));
    return this.learners.withOwnDates(now.id, moved);
  }
}
