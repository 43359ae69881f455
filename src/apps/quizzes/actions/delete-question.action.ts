import { IsBoolean, IsInt, IsString } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { QUESTION, type Quiz, type QuizQuestion } from '../entities/quiz.entity.js';
import { QuestionRegradingService } from '../jobs/regrade.job.js';
import { QuestionImagesService } from '../questions/question-images.service.js';
import { QuestionRepository } from '../questions/question.repository.js';

class Input {
  @Uuid() question_id!: string;
  @Optional() @IsBoolean() drop_from_results?: boolean;
}

class Result {
  @IsString() message!: string;
  /** The number of attempts that are graded again. */
  @IsInt() regrading!: number;
}

@Action('delete-question', {
  access: 'owner',
  target: QUESTION,
  changes: true,
  description: 'Takes a question out of new attempts; what was answered stays, and counts unless it is dropped.',
  input: Input,
  result: Result,
  refuses: {
    409: ['A published quiz needs a question', 'draw_count is above the number of questions'],
  },
})
export class DeleteQuestion {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly images: QuestionImagesService,
    private readonly regrading: QuestionRegradingService,
  ) {}

  async run({ input, target: question, parent: quiz }: Call<Input, QuizQuestion, Quiz>): Promise<Result> {
    const { id, retired_at } = question;
    const left = quiz.questions_count - (retired_at ? 0 : 1);
    if (quiz.status === 'published' && left < 1) throw new Refusal(409, 'A published quiz needs a question');
    if (!retired_at && (quiz.draw_count ?? 0) > left)
      throw new Refusal(409, 'draw_count is above the number of questions');
    const isUsed = await this.questions.isUsed(question);
    if (isUsed) await this.questions.update({ id, retired_at: null }, { retired_at: NOW, updated_at: NOW });
    else {
      await this.questions.delete({ id });
      await this.images.drop(question.image_file_id);
    }
    await this.questions.storeCount(quiz.id);
    const isDropped = isUsed && input.drop_from_results;
    const regrading = isDropped ? await this.regrading.enqueue(question, 'dropped') : 0;
    return { message: 'Question deleted', regrading };
  }
}
