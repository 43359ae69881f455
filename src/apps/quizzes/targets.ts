import { QuizAttempt } from './entities/quiz-attempt.entity.js';
import { QuizQuestion } from './entities/quiz-question.entity.js';
import { Quiz } from './entities/quiz.entity.js';

const via = { entity: Quiz, by: 'quiz_id' };

export const QUIZ = { entity: Quiz, by: 'quiz_id' };
export const QUESTION = { entity: QuizQuestion, by: 'question_id', thing: 'Question', via };
/** The taker's. */
export const ATTEMPT = { entity: QuizAttempt, by: 'attempt_id', thing: 'Attempt' };
/** Of the quiz's owner. */
export const ATTEMPT_AT_QUIZ = { ...ATTEMPT, via };
