import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Quiz, QuizQuestion } from '../entities/quiz.entity.js';
import { QuestionImages } from './question-images.js';
import type { NewQuestion } from './question.inputs.js';
import { questionOf, WrongQuestion } from './question-of.js';
import { QuestionRepository } from './question.repository.js';

const MOST = 300;

/** Questions behind those that a quiz has, which is locked: all of them, or none. */
@AppProvider()
export class AddQuestions {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly images: QuestionImages,
  ) {}

  async run(quiz: Quiz, given: NewQuestion[]): Promise<QuizQuestion[]> {
    const made = given.map(contentOf);
    if (quiz.questions_count + made.length > MOST) throw new Refusal(409, 'Question limit reached');
    const images = given.flatMap(({ image_file_id }) => image_file_id ?? []);
    await this.images.take(images, quiz.owner_id);
    const next = await this.questions.nextPosition(quiz.id);
    const rows = await this.questions.insert(
      made.map((content, at) => ({ ...content, quiz_id: quiz.id, position: next + at })),
    );
    await this.questions.counted(quiz.id);
    return rows;
  }
}

function contentOf(given: NewQuestion, at: number) {
  const { type, prompt, points = 1, grading = 'partial', explanation = '', image_file_id = null } = given;
  try {
    const content = questionOf(type, given);
    return { ...content, type, prompt, points: points.toFixed(2), grading, explanation, image_file_id };
  } catch (error) {
    if (error instanceof WrongQuestion) throw new Refusal(400, `Question ${at + 1}: ${error.message}`);
    throw error;
  }
}
