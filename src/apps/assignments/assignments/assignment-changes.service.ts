import { isDeepStrictEqual } from 'node:util';
import { expectOrder, expectSum, expectWritable, moment, randomCode } from './assignment.policy.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AssignmentsSettings } from '../assignments.settings.js';
import type { Assignment, AssignmentNow, Criterion, Status } from '../entities/assignment.entity.js';
import type { AssignmentFields } from './assignment.inputs.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { type AssignmentChanges, AssignmentRepository } from './assignment.repository.js';

/** The statuses that may follow each status. */
const MOVES: Record<Status, Status[]> = {
  draft: ['published'],
  published: ['closed', 'draft'],
  closed: ['published', 'archived'],
  archived: [],
};

export type Change = AssignmentFields & { title?: string; status?: Status; new_join_code?: boolean };

/** Creates and changes assignments by the same rules. */
@AppProvider()
export class AssignmentChangesService {
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
    const row = { ...values, ...state, owner_id: ownerId, join_code: await this.freeCode() };
    return this.assignments.insert(row);
  }

  /** Expects a locked assignment. */
  async update(assignment: AssignmentNow, change: Change): Promise<Assignment> {
    expectWritable(assignment);
    const values = valuesOf(change);
    const now = { ...assignment, ...values };
    check(now);
    const status = change.status ?? assignment.status;
    await this.expectAllowed(assignment, now, status);
    const isFirst = status === 'published' && !assignment.published_at;
    const changes = {
      ...values,
      status,
      ...(isFirst && { published_at: assignment.now }),
      ...(change.new_join_code && { join_code: await this.freeCode() }),
      // The teacher is notified again when it closes later.
      ...(now.closes_at?.getTime() !== assignment.closes_at?.getTime() && { closed_notice_at: null }),
      updated_at: NOW,
    };
    return (await this.assignments.updateOne({ id: assignment.id }, changes)) as Assignment;
  }

  private async expectAllowed(before: Assignment, now: Assignment, status: Status): Promise<void> {
    const moves = status !== before.status;
    if (moves && !MOVES[before.status].includes(status)) throw new Refusal(409, 'Status change not allowed');
    // Once there are submissions, anonymous marking cannot be switched off.
    const touches = (moves && status === 'draft') || marksChange(before, now) || (before.anonymous && !now.anonymous);
    if (touches && (await this.assignments.hasSubmissions(before.id)))
      throw new Refusal(409, 'Assignment has submissions');
  }

  private async freeCode(): Promise<string> {
    for (;;) {
      const code = randomCode();
      if (!(await this.assignments.exists({ join_code: code }))) return code;
    }
  }
}

function check(assignment: Assignment): void {
  expectOrder(assignment);
  expectSum(assignment);
  if ((assignment.reference_type === null) !== (assignment.reference_id === null))
    throw invalid({ field: 'reference_id', message: 'reference_type and reference_id are given together' });
}

const marks = ({ grading, points, rubric }: Assignment) => [grading, points, rubric];
const marksChange = (before: Assignment, now: Assignment) => !isDeepStrictEqual(marks(before), marks(now));

/** The given fields as they are stored. */
export function valuesOf(fields: AssignmentFields & { title?: string }): AssignmentChanges {
  const { title, instructions, grading, points, submission_types, max_files, max_file_bytes } = fields;
  const { max_attempts, keep_score, late_penalty_percent, late_penalty_max, anonymous, release } = fields;
  const { submit_drafts, reference_type, reference_id, allowed_extensions, rubric } = fields;
  return given({
    title,
    instructions: instructions === '' ? null : instructions,
    grading,
    points,
    submission_types,
    allowed_extensions: allowed_extensions && [...new Set(allowed_extensions.map(plain))],
    max_files,
    max_file_bytes,
    opens_at: moment(fields.opens_at),
    due_at: moment(fields.due_at),
    closes_at: moment(fields.closes_at),
    max_attempts,
    keep_score,
    late_penalty_percent,
    late_penalty_max,
    rubric: rubric && criteriaOf(rubric),
    anonymous,
    release,
    submit_drafts,
    reference_type,
    reference_id,
  });
}

const criteriaOf = (rubric: NonNullable<AssignmentFields['rubric']>): Criterion[] | null =>
  rubric.length
    ? rubric.map(({ title, description, points }, at) => {
        return { id: `c${at + 1}`, title, description: description || null, points };
      })
    : null;

const plain = (extension: string) => extension.replace('.', '').toLowerCase();

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
