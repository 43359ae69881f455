import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { QuizQuestion } from '../entities/quiz.entity.js';
import { isWellFormed } from '../grading/well-formed.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { AnswerRepository, type Given } from './answer.repository.js';

/** What is answered as one goes, in an attempt that is locked and runs. */
@AppProvider()
export class SaveAnswers {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly answers: AnswerRepository,
  ) {}

  /** Of each question the highest revision; what is stored now, in the order of the questions as they were given. */
  async run({ id, layout }: QuizAttempt, given: Given[]): Promise<Omit<Given, 'response'>[]> {
    const newest = new Map<string, Given>();
    const onPaper = new Set(layout.map((drawn) => drawn.id));
    const questions = await this.questions.byIds(given.map(({ question_id }) => question_id));
    for (const answer of given) {
      const { question_id, response, revision } = answer;
      if (!onPaper.has(question_id)) throw new Refusal(400, `Question ${question_id} is not in this attempt`);
      if (!isWellFormed(questions.get(question_id) as QuizQuestion, response))
        throw new Refusal(400, `Answer to ${question_id} has the wrong form`);
      if (revision > (newest.get(question_id)?.revision ?? 0)) newest.set(question_id, answer);
    }
    const saved = new Map(
      (await this.answers.save(id, [...newest.values()])).map((one) => [one.question_id, one.revision]),
    );
    return [...newest.keys()].map((question_id) => ({
      question_id,
      revision: saved.get(question_id) as number,
    }));
  }
}
