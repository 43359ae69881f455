import { AppProvider } from '../kernel/app-provider.js';
import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import type { AssignmentComment } from './entities/submission.entity.js';
import type { Assignment, AssignmentLearner } from './entities/assignment.entity.js';

type Known = Pick<Assignment, 'id' | 'title'>;
type Dated = Known & Pick<Assignment, 'due_at' | 'closes_at'>;
type Taught = Known & Pick<Assignment, 'owner_id'>;

/** The notifications of assignments. They are sent inside the transaction of the change. */
@AppProvider()
export class AssignmentNotificationsService {
  constructor(private readonly notifications: AppNotificationsService) {}

  published(assignment: Dated, learnerIds: string[]): void {
    const { title, due_at, closes_at } = assignment;
    const body = `${title} is there.${due(due_at)}`;
    this.tell(learnerIds, 'assignments.published', assignment, body, { due_at, closes_at });
  }

  changed(assignment: Dated, learnerIds: string[]): void {
    const { title, due_at, closes_at } = assignment;
    const body = `The dates of ${title} have changed.${due(due_at)}`;
    this.tell(learnerIds, 'assignments.changed', assignment, body, { due_at, closes_at });
  }

  assigned(assignment: Dated, learnerIds: string[]): void {
    const { title, due_at, closes_at } = assignment;
    const body = `You were given ${title}.${due(due_at)}`;
    this.tell(learnerIds, 'assignments.assigned', assignment, body, { due_at, closes_at });
  }

  extended(assignment: Dated, learner: AssignmentLearner): void {
    const due_at = learner.due_at ?? assignment.due_at;
    const closes_at = learner.closes_at ?? assignment.closes_at;
    const data = { due_at, closes_at, extra_attempts: learner.extra_attempts };
    const body = `What holds for you in ${assignment.title} has changed.${due(due_at)}`;
    this.tell([learner.user_id], 'assignments.extended', assignment, body, data);
  }

  due(assignment: Known, learnerId: string, dueAt: Date): void {
    const body = `${assignment.title} is not handed in yet.${due(dueAt)}`;
    this.tell([learnerId], 'assignments.due', assignment, body, { due_at: dueAt });
  }

  submitted(assignment: Taught, count: number): void {
    const body =
      count === 1
        ? `Work was handed in for ${assignment.title}.`
        : `Work was handed in ${count} times for ${assignment.title}.`;
    this.tell([assignment.owner_id], 'assignments.submitted', assignment, body, { count });
  }

  closed(assignment: Taught, counts: { submitted: number; missing: number }): void {
    const body = `${assignment.title} has closed: ${counts.submitted} handed in, ${counts.missing} missing.`;
    this.tell([assignment.owner_id], 'assignments.closed', assignment, body, counts);
  }

  graded(assignment: Known, learnerIds: string[]): void {
    const body = `Your grade for ${assignment.title} is there.`;
    this.tell(learnerIds, 'assignments.graded', assignment, body);
  }

  gradeChanged(assignment: Known, learnerId: string, submission_id: string): void {
    const body = `Your grade for ${assignment.title} has changed.`;
    this.tell([learnerId], 'assignments.grade_changed', assignment, body, { submission_id });
  }

  revisionRequested(assignment: Known, learnerId: string, submission_id: string): void {
    const body = `You are asked to revise your work for ${assignment.title}.`;
    this.tell([learnerId], 'assignments.revision_requested', assignment, body, { submission_id });
  }

  /** Sent to the learner. */
  answered(assignment: Known, learnerId: string, { id, author_id, body }: AssignmentComment): void {
    const data = { comment_id: id };
    this.tell([learnerId], 'assignments.commented', assignment, short(body), data, author_id);
  }

  /** Sent to the teacher. With anonymous marking it does not name the learner. */
  asked(
    assignment: Taught,
    { id: learner_id, number, is_revealed }: AssignmentLearner & { is_revealed: boolean },
    { id, author_id, body }: AssignmentComment,
  ): void {
    const words = is_revealed ? short(body) : `Learner ${number}: ${short(body)}`;
    const data = { comment_id: id, learner_id, number };
    const actor = is_revealed ? author_id : null;
    this.tell([assignment.owner_id], 'assignments.commented', assignment, words, data, actor);
  }

  /** `userId` is null when the account is deleted. */
  private tell(
    userIds: (string | null)[],
    type: AppNotice['type'],
    { id, title }: Known,
    body: string,
    data: object = {},
    actor_id: string | null = null,
  ): void {
    const known = userIds.filter((userId) => userId !== null);
    this.notifications.notifyMany(known, {
      type,
      title,
      body,
      data: { assignment_id: id, ...data },
      actor_id,
    });
  }
}

const due = (at: Date | null) => (at ? ` It is due ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.` : '');
const short = (text: string) => [...text].slice(0, 200).join('');
