import { isDeepStrictEqual } from 'node:util';
import { IsIn, IsInt } from 'class-validator';
import { Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { QUESTION, type Quiz, type QuizQuestion } from '../entities/quiz.entity.js';
import { QuestionRegradingService } from '../jobs/regrade.job.js';
import { QuestionImagesService, QuestionView } from '../questions/question-images.service.js';
import { questionOf, sameCount, WrongQuestion } from '../questions/question.policy.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { QuestionFields } from '../questions/question.inputs.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';

const REGRADES = ['corrected', 'both', 'everyone', 'none'] as const;

class Input extends QuestionFields {
  @Uuid() question_id!: string;
  @Optional() @IsIn(REGRADES) regrade?: (typeof REGRADES)[number];
}

class Result {
  @Nested(() => QuestionView) question!: QuestionView;
  /** The number of attempts that are graded again. */
  @IsInt() regrading!: number;
}

@Action('update-question', {
  access: 'owner',
  target: QUESTION,
  changes: true,
  description: 'Changes what is given. With another key or other points, attempts are measured anew.',
  input: Input,
  result: Result,
  refuses: {
    404: ['File not found'],
    409: ['Options cannot be added or removed once there are attempts'],
  },
})
export class UpdateQuestion {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly quizzes: QuizRepository,
    private readonly images: QuestionImagesService,
    private readonly regrading: QuestionRegradingService,
  ) {}

  async run({ input, target: question, parent: quiz }: Call<Input, QuizQuestion, Quiz>): Promise<Result> {
    const changes = changesOf(question, input);
    const isAnswered = await this.quizzes.hasAttempts(quiz.id);
    if (isAnswered && !sameCount(question.data, changes.data))
      throw new Refusal(409, 'Options cannot be added or removed once there are attempts');
    await this.images.replace(question, input.image_file_id, quiz.owner_id);
    const isOtherKey = (['answer', 'points', 'grading'] as const).some(
      (field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], question[field]),
    );
    const how = input.regrade ?? (isOtherKey ? 'corrected' : 'none');
    const key_version = isAnswered && (isOtherKey || how !== 'none') ? question.key_version + 1 : undefined;
    const changed = await this.questions.change(question.id, { ...changes, key_version });
    return {
      question: this.images.present(changed),
      regrading: isAnswered && how !== 'none' ? await this.regrading.enqueue(question, how, key_version) : 0,
    };
  }
}

function changesOf(question: QuizQuestion, given: QuestionFields) {
  const { prompt, points, grading, explanation, image_file_id } = given;
  try {
    return { ...questionOf(question.type, given, question), prompt, points, grading, explanation, image_file_id };
  } catch (error) {
    if (error instanceof WrongQuestion) throw invalid({ field: error.field, message: error.message });
    throw error;
  }
}
