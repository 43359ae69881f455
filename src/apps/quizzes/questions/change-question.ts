import { isDeepStrictEqual } from 'node:util';
import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AttemptRepository } from '../attempts/attempt.repository.js';
import type { Quiz, QuizQuestion } from '../entities/quiz.entity.js';
import { Regrade } from '../jobs/regrade.job.js';
import { REGRADES } from '../results/regrading.js';
import { QuestionImages } from './question-images.js';
import type { QuestionFields } from './question.inputs.js';
import { questionOf, sameCount, WrongQuestion } from './question-of.js';
import { type QuestionChanges, QuestionRepository } from './question.repository.js';

type How = (typeof REGRADES)[number];

/** A question is changed or goes, in a quiz that is locked, and what follows for those who have answered it. */
@AppProvider()
export class ChangeQuestion {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly attempts: AttemptRepository,
    private readonly images: QuestionImages,
    private readonly jobs: JobsService,
    private readonly regrade: Regrade,
  ) {}

  async change(quiz: Quiz, question: QuizQuestion, given: QuestionFields, how: How | undefined) {
    const changes = changesOf(question, given);
    const isAnswered = await this.attempts.areThere(quiz.id);
    if (isAnswered && !sameCount(question.data, changes.data ?? question.data))
      throw new Refusal(409, 'Options cannot be added or removed once there are attempts');
    await this.changeImage(quiz, question, given.image_file_id);
    const isOtherKey = (['answer', 'points', 'grading'] as const).some(
      (field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], question[field]),
    );
    if (!isAnswered || (!isOtherKey && (how ?? 'none') === 'none'))
      return { question: await this.questions.update(question.id, changes), regrading: 0 };
    const key_version = question.key_version + 1;
    const changed = await this.questions.update(question.id, { ...changes, key_version });
    return { question: changed, regrading: await this.regraded(question, how ?? 'corrected', key_version) };
  }

  /** How many finished attempts it has counted in, where it counts in none any more. */
  async remove(quiz: Quiz, question: QuizQuestion, isDropped: boolean): Promise<number> {
    const left = quiz.questions_count - (question.retired_at ? 0 : 1);
    if (quiz.status === 'published' && left < 1) throw new Refusal(409, 'A published quiz needs a question');
    if (!question.retired_at && (quiz.draw_count ?? 0) > left)
      throw new Refusal(409, 'draw_count is above the number of questions');
    const isUsed = await this.questions.isUsed(question);
    if (!isUsed) {
      await this.questions.delete(question.id);
      await this.images.drop(question.image_file_id);
    } else if (!question.retired_at) await this.questions.update(question.id, { retired_at: new Date() });
    await this.questions.counted(quiz.id);
    return isUsed && isDropped ? this.regraded(question, 'dropped') : 0;
  }

  private async regraded({ id, quiz_id }: QuizQuestion, how: How | 'dropped', key_version?: number): Promise<number> {
    if (how === 'none') return 0;
    await this.jobs.enqueue(this.regrade, { quiz_id, question_id: id, how, key_version });
    return this.questions.attempts(id);
  }

  private async changeImage(quiz: Quiz, { image_file_id }: QuizQuestion, wanted: string | null | undefined) {
    if (wanted === undefined || wanted === image_file_id) return;
    await this.images.take(wanted ? [wanted] : [], quiz.owner_id);
    await this.images.drop(image_file_id);
  }
}

function changesOf(question: QuizQuestion, given: QuestionFields): QuestionChanges {
  const { prompt, points, grading, explanation, image_file_id } = given;
  const plain = { prompt, grading, explanation, image_file_id };
  try {
    return {
      ...questionOf(question.type, given, question),
      ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
      ...(points !== undefined && { points: points.toFixed(2) }),
    };
  } catch (error) {
    if (error instanceof WrongQuestion) throw invalid({ field: error.field, message: error.message });
    throw error;
  }
}
