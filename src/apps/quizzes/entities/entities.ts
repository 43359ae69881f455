import { QuizAccommodation } from './quiz-accommodation.entity.js';
import { QuizAnswer } from './quiz-answer.entity.js';
import { QuizAttempt } from './quiz-attempt.entity.js';
import { QuizQuestion } from './quiz-question.entity.js';
import { Quiz } from './quiz.entity.js';

/** All that is kept of quizzes. */
export const ENTITIES = [Quiz, QuizQuestion, QuizAttempt, QuizAnswer, QuizAccommodation];
