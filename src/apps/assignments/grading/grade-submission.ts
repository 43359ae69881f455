import { AppProvider } from '../../kernel/app-provider.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AssignmentNews } from '../assignment-news.js';
import type { Assignment, Criterion } from '../entities/assignment.entity.js';
import type { CriterionScore, Submission } from '../entities/submission.entity.js';
import { hundredths } from '../work/assignment-values.js';
import { expectWritable } from '../work/change-assignment.js';
import { GradeRepository } from './grade.repository.js';
import { Passing } from './passing.js';

export interface Marks {
  version: number;
  score?: number;
  passed?: boolean;
  rubric_scores?: { criterion: string; points: number; comment?: string | null }[];
  feedback?: string;
  waive_penalty?: boolean;
  request_revision?: boolean;
}

/** The assignment and the submission are locked. */
@AppProvider()
export class GradeSubmission {
  constructor(
    private readonly grades: GradeRepository,
    private readonly news: AssignmentNews,
    private readonly passing: Passing,
  ) {}

  async run(assignment: Assignment, submission: Submission, marks: Marks, graderId: string) {
    expectWritable(assignment);
    if (submission.status === 'draft') throw new Refusal(409, 'Submission is not submitted');
    if (submission.version !== marks.version) throw new Refusal(409, 'Submission was changed');
    const isRevision = marks.request_revision === true;
    const rubric_scores = marks.rubric_scores ? scoresOf(assignment, marks.rubric_scores) : null;
    const result = resultOf(assignment, marks, rubric_scores);
    const graded = await this.grades.grade(submission.id, {
      status: isRevision ? 'revision' : 'graded',
      ...result,
      rubric_scores,
      feedback: marks.feedback,
      graded_by: graderId,
      // A revision may come without a grade, and then there is nothing to show.
      isReleased: assignment.release === 'immediate' && (result.score ?? result.passed) !== null,
      penalty: {
        percent: marks.waive_penalty ? 0 : assignment.late_penalty_percent,
        most: assignment.late_penalty_max,
      },
    });
    await this.tell(assignment, submission, graded);
    return graded;
  }

  private async tell(assignment: Assignment, before: Submission, now: Submission): Promise<void> {
    const { id, owner_id, status, passed, released_at } = now;
    if (status === 'revision') return this.news.revisionRequested(assignment, owner_id, id);
    if (!released_at) return;
    if (before.released_at) this.news.gradeChanged(assignment, owner_id, id);
    else this.news.graded(assignment, [owner_id]);
    if (passed !== false) await this.passing.of(assignment.id, [owner_id]);
  }
}

function resultOf(
  { grading, points }: Assignment,
  { score, passed, request_revision }: Marks,
  rubric_scores: CriterionScore[] | null,
): Pick<Submission, 'score' | 'passed'> {
  if (grading === 'pass_fail') {
    if (score !== undefined) throw invalid({ field: 'score', message: 'score is not for what passes or fails' });
    if (passed === undefined && !request_revision) throw invalid({ field: 'passed', message: 'passed is required' });
    return { score: null, passed: passed ?? null };
  }
  const isGiven = score !== undefined || rubric_scores !== null;
  if ((score !== undefined && rubric_scores) || (!isGiven && !request_revision))
    throw new Refusal(400, 'Give a score or rubric scores');
  if (score !== undefined && score > points) throw aboveMaximum();
  return { score: rubric_scores ? hundredths(rubric_scores) / 100 : (score ?? null), passed: passed ?? null };
}

function scoresOf({ rubric }: Assignment, given: NonNullable<Marks['rubric_scores']>): CriterionScore[] {
  return given.map(({ criterion, points, comment }) => {
    const found = rubric?.find(({ id }: Criterion) => id === criterion);
    if (!found) throw new Refusal(400, 'Unknown criterion');
    if (points > found.points) throw aboveMaximum();
    return { criterion, points, comment: comment || null };
  });
}

const aboveMaximum = () => new Refusal(400, 'Score is above the maximum');
