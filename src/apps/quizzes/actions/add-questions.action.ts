import { ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { ListOf, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Quiz, QUIZ } from '../entities/quiz.entity.js';
import { QuestionImagesService, QuestionView } from '../questions/question-images.service.js';
import { questionOf, WrongQuestion } from '../questions/question.policy.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { NewQuestion } from '../questions/question.inputs.js';

const MOST = 300;

class Input {
  @Uuid() quiz_id!: string;
  @ArrayMinSize(1) @ArrayMaxSize(50) @ListOf(() => NewQuestion) questions!: NewQuestion[];
}

class Result {
  @ListOf(() => QuestionView) questions!: QuestionView[];
}

@Action('add-questions', {
  access: 'owner',
  target: QUIZ,
  changes: true,
  description: 'Questions behind those that there are: all of them, or none. Attempts that run are not touched.',
  input: Input,
  result: Result,
  refuses: { 400: ['Question {n}: {what}'], 404: ['File not found'], 409: ['Question limit reached'] },
})
export class AddQuestions {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly images: QuestionImagesService,
  ) {}

  async run({ input, target: quiz }: Call<Input, Quiz>) {
    const made = input.questions.map(contentOf);
    if (quiz.questions_count + made.length > MOST) throw new Refusal(409, 'Question limit reached');
    const images = input.questions.flatMap(({ image_file_id }) => image_file_id ?? []);
    await this.images.take(images, quiz.owner_id);
    const next = await this.questions.nextPosition(quiz.id);
    const rows = made.map((content, at) => ({ ...content, quiz_id: quiz.id, position: next + at }));
    const questions = await this.questions.insertAll(rows);
    await this.questions.storeCount(quiz.id);
    return { questions: questions.map((row) => this.images.present(row)) };
  }
}

function contentOf(given: NewQuestion, at: number) {
  const { type, prompt, points = 1, grading = 'partial', explanation = '', image_file_id = null } = given;
  try {
    return { ...questionOf(type, given), type, prompt, points, grading, explanation, image_file_id };
  } catch (error) {
    if (error instanceof WrongQuestion) throw new Refusal(400, `Question ${at + 1}: ${error.message}`);
    throw error;
  }
}
