import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { IsPlainObject } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import type { Question } from '../entities/offering.entity.js';

const LONGEST_ANSWER = 2000;

/** Answers by the keys of the questions. */
export const Answers = () =>
  applyDecorators(
    IsPlainObject(),
    ValidateBy({
      name: 'object',
      validator: {
        validate: (value) =>
          Object.values((value ?? {}) as object).every(
            (answer) => typeof answer === 'string' && answer.length <= LONGEST_ANSWER,
          ),
        defaultMessage: () =>
          `$property must be texts of at most ${LONGEST_ANSWER} characters, by the keys of questions`,
      },
    }),
  );

/** The answers as they are stored. An answer that is blank is none. */
export function answersTo(questions: Question[], given: Record<string, string> = {}): Record<string, string> {
  const unknown = Object.keys(given).find((key) => !questions.some((question) => question.key === key));
  if (unknown !== undefined) throw invalid({ field: 'answers', message: `there is no question ${unknown}` });
  const answered = Object.entries(given).filter(([, answer]) => answer.trim());
  const answers = Object.fromEntries(answered);
  const missing = questions.find(({ key, required }) => required && !Object.hasOwn(answers, key));
  if (missing) throw new Refusal(400, `Answer required: ${missing.label}`);
  return answers;
}
