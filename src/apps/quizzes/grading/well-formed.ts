import type { Response } from '../entities/quiz-attempt.entity.js';
import type { Choice, QuestionData, QuestionType, QuizQuestion } from '../entities/quiz.entity.js';

const LONGEST = 20_000;

type Form = (response: never, data: QuestionData) => boolean;

/** What a response to each type may be. */
const FORMS: { [type in QuestionType]: Form } = {
  single_choice: (response: unknown, { options }) => isOneOf(options, response),
  multiple_choice: (response: unknown, { options }) => isSomeOf(options, response),
  true_false: (response: unknown) => typeof response === 'boolean',
  short_text: (response: unknown) => isText(response),
  numeric: (response: unknown) => typeof response === 'number' && Number.isFinite(response),
  matching: (response: unknown, { lefts, rights }) =>
    typeof response === 'object' &&
    !Array.isArray(response) &&
    Object.entries(response as object).every(([left, right]) => isOneOf(lefts, left) && isOneOf(rights, right)),
  ordering: (response: unknown, { items = [] }) =>
    isSomeOf(items, response) && [0, items.length].includes((response as string[]).length),
  essay: (response: unknown, { max_words }) => isText(response) && (!max_words || wordsOf(response) <= max_words),
};

export const isWellFormed = ({ type, data }: Pick<QuizQuestion, 'type' | 'data'>, response: Response) =>
  response === null || FORMS[type](response as never, data);

const isText = (response: unknown): response is string =>
  typeof response === 'string' && [...response].length <= LONGEST;

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

const isOneOf = (choices: Choice[] = [], id: unknown) => choices.some((choice) => choice.id === id);

const isSomeOf = (choices: Choice[] = [], ids: unknown) =>
  Array.isArray(ids) && new Set(ids).size === ids.length && ids.every((id) => isOneOf(choices, id));
