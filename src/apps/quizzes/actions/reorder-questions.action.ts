import { ArrayMaxSize, IsArray } from 'class-validator';
import { ListOf, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { namesEach } from '../../kernel/rows/ordered.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Quiz, QUIZ } from '../entities/quiz.entity.js';
import { QuestionImagesService, QuestionView } from '../questions/question-images.service.js';
import { QuestionRepository } from '../questions/question.repository.js';

class Input {
  @Uuid() quiz_id!: string;
  @IsArray() @ArrayMaxSize(300) @Uuid({ each: true }) question_ids!: string[];
}

class Result {
  @ListOf(() => QuestionView) questions!: QuestionView[];
}

@Action('reorder-questions', {
  access: 'owner',
  target: QUIZ,
  changes: true,
  description: 'The order of all questions that are not retired.',
  input: Input,
  result: Result,
  refuses: { 400: ['The order must list every question once'] },
})
export class ReorderQuestions {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly images: QuestionImagesService,
  ) {}

  async run({ input: { question_ids }, target: { id } }: Call<Input, Quiz>) {
    if (!namesEach(await this.open(id), question_ids))
      throw new Refusal(400, 'The order must list every question once');
    await this.questions.reorder(id, question_ids);
    return { questions: (await this.open(id)).map((row) => this.images.present(row)) };
  }

  private async open(quizId: string) {
    return (await this.questions.ofQuiz(quizId)).filter(({ retired_at }) => !retired_at);
  }
}
