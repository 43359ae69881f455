import { isDeepStrictEqual } from 'node:util';
import { AppProvider } from '../../kernel/app-provider.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AssignmentsSettings } from '../assignments.settings.js';
import type { Assignment, Status } from '../entities/assignment.entity.js';
import { expectOrder, expectSum, valuesOf } from './assignment-values.js';
import type { AssignmentFields } from './assignment.inputs.js';
import { type AssignmentChanges, type AssignmentNow, AssignmentRepository } from './assignment.repository.js';
import { randomCode } from './join-code.js';

/** Where each state leads to. */
const MOVES: Record<Status, Status[]> = {
  draft: ['published'],
  published: ['closed', 'draft'],
  closed: ['published', 'archived'],
  archived: [],
};

export type Change = AssignmentFields & { title?: string; status?: Status; new_join_code?: boolean };

/** An assignment is made and changed by the same rules. */
@AppProvider()
export class ChangeAssignment {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly settings: AppSettings,
  ) {}

  async create(ownerId: string, fields: AssignmentFields & { title: string }, isPublished: boolean) {
    const { release, submit_drafts, late_penalty_percent, max_file_bytes } = await this.settings.of(
      AssignmentsSettings,
      ownerId,
    );
    const defaults = { release, submit_drafts, late_penalty_percent, max_file_bytes };
    const values = { ...defaults, ...valuesOf(fields) };
    const none = { grading: 'points', points: 100, rubric: null, reference_type: null, reference_id: null };
    check({ ...none, opens_at: null, due_at: null, closes_at: null, ...values } as Assignment);
    const state = isPublished ? { status: 'published' as const, published_at: new Date() } : {};
    return this.assignments.insert(ownerId, { ...values, ...state, join_code: await this.freeCode() });
  }

  /** Of one that is locked. */
  async update(assignment: AssignmentNow, change: Change): Promise<AssignmentNow> {
    expectWritable(assignment);
    const values = valuesOf(change);
    const now = { ...assignment, ...values };
    check(now);
    const status = change.status ?? assignment.status;
    await this.expectAllowed(assignment, now, status);
    const isFirst = status === 'published' && !assignment.published_at;
    return this.assignments.update(assignment.id, {
      ...values,
      status,
      ...(isFirst && { published_at: assignment.now }),
      ...(change.new_join_code && { join_code: await this.freeCode() }),
      // What closes later is told of then.
      ...(now.closes_at?.getTime() !== assignment.closes_at?.getTime() && { closed_notice_at: null }),
    } satisfies AssignmentChanges);
  }

  private async expectAllowed(before: Assignment, now: Assignment, status: Status): Promise<void> {
    const moves = status !== before.status;
    if (moves && !MOVES[before.status].includes(status)) throw new Refusal(409, 'Status change not allowed');
    // Nor may the teacher look who is who, once there is something to look at.
    const touches = (moves && status === 'draft') || marksChange(before, now) || (before.anonymous && !now.anonymous);
    if (touches && (await this.assignments.hasSubmissions(before.id)))
      throw new Refusal(409, 'Assignment has submissions');
  }

  private async freeCode(): Promise<string> {
    for (;;) {
      const code = randomCode();
      if (!(await this.assignments.isTaken(code))) return code;
    }
  }
}

export function expectWritable({ status }: Pick<Assignment, 'status'>): void {
  if (status === 'archived') throw new Refusal(409, 'Assignment is archived');
}

function check(assignment: Assignment): void {
  expectOrder(assignment);
  expectSum(assignment);
  if ((assignment.reference_type === null) !== (assignment.reference_id === null))
    throw invalid({ field: 'reference_id', message: 'reference_type and reference_id are given together' });
}

const marks = ({ grading, points, rubric }: Assignment) => [grading, points, rubric];
const marksChange = (before: Assignment, now: Assignment) => !isDeepStrictEqual(marks(before), marks(now));
