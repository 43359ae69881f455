import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsInt, Max, Min } from 'class-validator';
import { AppProvider } from '../../kernel/app-provider.js';
import { ListOf, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { QuizAttempt, Response } from '../entities/quiz-attempt.entity.js';
import type { QuizQuestion } from '../entities/quiz.entity.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { isWellFormed } from './answer.policy.js';
import { AnswerRepository, type Saved } from './answer.repository.js';
import { AnyResponse } from './attempt.views.js';

export class GivenAnswer {
  @Uuid() question_id!: string;
  @AnyResponse() response!: Response;
  @IsInt() @Min(1) @Max(2_147_483_647) revision!: number;
}

export const Answers = () =>
  applyDecorators(
    ArrayMinSize(1),
    ArrayMaxSize(100),
    ListOf(() => GivenAnswer),
  );

/** Saves what was answered, in an attempt that is locked and runs. */
@AppProvider()
export class SavedAnswersService {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly answers: AnswerRepository,
  ) {}

  /** Saves of each question the highest revision. Returns what is stored now, in the order of the given questions. */
  async save({ id, layout }: QuizAttempt, given: GivenAnswer[]): Promise<Saved[]> {
    const newest = new Map<string, GivenAnswer>();
    const onPaper = new Set(layout.map((drawn) => drawn.id));
    const questions = await this.questions.byIds(given.map(({ question_id }) => question_id));
    for (const answer of given) {
      const { question_id, response, revision } = answer;
      if (!onPaper.has(question_id)) throw new Refusal(400, `Question ${question_id} is not in this attempt`);
      if (!isWellFormed(questions.get(question_id) as QuizQuestion, response))
        throw new Refusal(400, `Answer to ${question_id} has the wrong form`);
      if (revision > (newest.get(question_id)?.revision ?? 0)) newest.set(question_id, answer);
    }
    const saved = await this.answers.save(id, [...newest.values()]);
    const revisions = new Map(saved.map(({ question_id, revision }) => [question_id, revision]));
    return [...newest.keys()].map((question_id) => ({
      question_id,
      revision: revisions.get(question_id) as number,
    }));
  }
}
