import type { Drawn, Response } from '../entities/quiz-attempt.entity.js';
import type { Choice, QuestionData, QuestionType, QuizQuestion } from '../entities/quiz.entity.js';

export type Graded = Pick<QuizQuestion, 'type' | 'data' | 'answer' | 'grading'>;

/** The share of the points; a negative one takes points off. */
type Share = [part: number, whole: number];
const ALL: Share = [1, 1];
const NONE: Share = [0, 1];

/** The points of a response; null where somebody has to mark it. */
export function gradedBy(question: Graded, response: Response, { points, given }: Drawn): number | null {
  const cents = Math.round(points * 100);
  if (given) return points;
  if (isSkipped(response)) return 0;
  if (question.type === 'essay') return null;
  const [part, whole] = MEASURES[question.type](question, response as never);
  return halfUp(cents * part, whole) / 100;
}

export function isSkipped(response: Response): boolean {
  if (response === null) return true;
  if (typeof response === 'string') return response.trim() === '';
  return typeof response === 'object' && Object.keys(response).length === 0;
}

const MEASURES: {
  [type in Exclude<QuestionType, 'essay'>]: (question: Graded, response: never) => Share;
} = {
  single_choice: (question, response: string) =>
    oneOf(question, response === question.answer.correct, question.data.options?.length ?? 2),
  true_false: (question, response: boolean) => oneOf(question, response === question.answer.correct, 2),
  multiple_choice: manyOf,
  short_text: ({ answer: { accepted = [], case_sensitive = false } }, response: string) => {
    const said = folded(response, case_sensitive);
    return accepted.some((text) => folded(text, case_sensitive) === said) ? ALL : NONE;
  },
  numeric: ({ answer: { value = 0, tolerance = 0 } }, response: number) =>
    isWithin(response, value, tolerance) ? ALL : NONE,
  matching: (question, response: Record<string, string>) => {
    const { pairs = {} } = question.answer;
    const text = textsOf(question.data.rights);
    const lefts = Object.keys(pairs);
    // Two right sides that read the same are the same.
    const isRight = (left: string) => text(response[left]) === text(pairs[left]);
    return inParts(question, lefts.filter((left) => response[left] && isRight(left)).length, lefts.length);
  },
  ordering: (question, response: string[]) => {
    const { order = [] } = question.answer;
    const text = textsOf(question.data.items);
    const inPlace = order.filter((id, at) => response[at] && text(id) === text(response[at]));
    return inParts(question, inPlace.length, order.length);
  },
};

const oneOf = ({ grading }: Graded, isRight: boolean, options: number): Share => {
  if (isRight) return ALL;
  return grading === 'minus' ? [-1, options - 1] : NONE;
};

function manyOf({ answer, grading }: Graded, response: string[]): Share {
  const correct = answer.correct as string[];
  const right = response.filter((id) => correct.includes(id)).length;
  const wrong = response.length - right;
  if (grading === 'all_or_nothing') return right === correct.length && !wrong ? ALL : NONE;
  const least = grading === 'minus' ? -correct.length : 0;
  return [Math.max(least, right - wrong), correct.length];
}

const inParts = ({ grading }: Graded, right: number, all: number): Share => {
  if (grading !== 'all_or_nothing') return [right, all];
  return right === all ? ALL : NONE;
};

const textsOf = (choices: Choice[] = []) => {
  const texts = new Map(choices.map(({ id, text }) => [id, text]));
  return (id: string | undefined) => texts.get(id ?? '') ?? id;
};

/** Upper case first: that is where ß and SS meet. */
function folded(text: string, caseSensitive: boolean): string {
  const plain = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  return caseSensitive ? plain : plain.toUpperCase().toLowerCase();
}

/** Whole cents. */
const halfUp = (cents: number, whole: number) => Math.floor((2 * cents + whole) / (2 * whole));

/** Compares decimals exactly: 1.1 − 1.0 is 0.1, which it is not in binary fractions. */
export function isWithin(x: number, value: number, tolerance: number): boolean {
  const parts = [x, value, tolerance].map(partsOf);
  const places = Math.max(...parts.map((one) => one.places));
  const [a, b, most] = parts.map(({ digits, places: own }) => digits * 10n ** BigInt(places - own)) as [
    bigint,
    bigint,
    bigint,
  ];
  const apart = a > b ? a - b : b - a;
  return apart <= most;
}

/** The digits of a number such as `-12.5e3`, and how many of them follow the decimal point. */
function partsOf(number: number): { digits: bigint; places: number } {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

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
