import { IsBoolean } from 'class-validator';
import { viewOf } from '../../kernel/rows/view.js';
import { Quiz } from '../entities/quiz.entity.js';

/** The rules of a quiz, without its code and its questions. */
export class QuizView extends viewOf(Quiz, { without: ['access_code_hash'] }) {
  @IsBoolean() has_access_code!: boolean;
}

/** Keeps the further columns of a list. */
export const presentQuiz = ({ access_code_hash, ...quiz }: Quiz): QuizView => ({
  ...quiz,
  has_access_code: access_code_hash !== null,
});
