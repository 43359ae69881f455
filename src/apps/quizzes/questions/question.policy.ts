import { randomBytes } from 'node:crypto';
import type { Choice, QuestionData, QuestionKey, QuestionType, QuizQuestion } from '../entities/quiz.entity.js';
import type { QuestionFields } from './question.inputs.js';

/** The fields of an input that only some types have. */
const OF_TYPE = {
  single_choice: ['options', 'correct'],
  multiple_choice: ['options', 'correct'],
  true_false: ['correct'],
  short_text: ['accepted', 'case_sensitive'],
  numeric: ['value', 'tolerance'],
  matching: ['pairs'],
  ordering: ['items'],
  essay: ['max_words'],
} as const satisfies Record<QuestionType, readonly (keyof QuestionFields)[]>;
const TYPED = [...new Set(Object.values(OF_TYPE).flat())];

type Content = Pick<QuizQuestion, 'data' | 'answer'>;
type Known = Content | undefined;

/** An invalid field of a question; the message can follow the number of the question. */
export class WrongQuestion extends Error {
  constructor(
    readonly field: string,
    words: string,
  ) {
    super(`${field} ${words}`);
  }
}

/**
 * The data that the taker sees, and the key. What is not given stays as in `known`, and options keep their ids.
 */
export function questionOf(type: QuestionType, given: QuestionFields, known?: Content): Content {
  const own: readonly string[] = OF_TYPE[type];
  const strange = TYPED.find((field) => given[field] !== undefined && !own.includes(field));
  if (strange) throw new WrongQuestion(strange, `does not belong to ${type}`);
  return MAKERS[type](given, known);
}

const MAKERS: { [type in QuestionType]: (given: QuestionFields, known: Known) => Content } = {
  single_choice: (given, known) => {
    const options = optionsOf(given, known);
    const { correct } = given;
    if (correct === undefined && known) return { data: { options }, answer: stillThere(known.answer, options) };
    if (typeof correct !== 'number' || !options[correct])
      throw new WrongQuestion('correct', 'must be the index of an option');
    return { data: { options }, answer: { correct: options[correct].id } };
  },
  multiple_choice: (given, known) => {
    const options = optionsOf(given, known);
    const { correct } = given;
    if (correct === undefined && known) return { data: { options }, answer: stillThere(known.answer, options) };
    if (!Array.isArray(correct) || !correct.length || new Set(correct).size !== correct.length)
      throw new WrongQuestion('correct', 'must list the indexes of options, each once');
    const ids = correct.map((at) => options[at]?.id);
    if (ids.some((id) => !id)) throw new WrongQuestion('correct', 'must list the indexes of options, each once');
    return { data: { options }, answer: { correct: (ids as string[]).sort() } };
  },
  true_false: ({ correct }, known) => {
    if (correct === undefined && known) return known;
    if (typeof correct !== 'boolean') throw new WrongQuestion('correct', 'must be true or false');
    return { data: {}, answer: { correct } };
  },
  short_text: ({ accepted, case_sensitive }, known) => ({
    data: {},
    answer: {
      accepted: needed(accepted, known?.answer.accepted, 'accepted'),
      case_sensitive: case_sensitive ?? known?.answer.case_sensitive ?? false,
    },
  }),
  numeric: ({ value, tolerance }, known) => ({
    data: {},
    answer: {
      value: needed(value, known?.answer.value, 'value'),
      tolerance: tolerance ?? known?.answer.tolerance ?? 0,
    },
  }),
  matching: ({ pairs }, known) => {
    if (!pairs && known) return known;
    const given = needed(pairs, undefined, 'pairs');
    const lefts = choices(
      'pairs',
      given.map(({ left }) => ({ text: left })),
      known?.data.lefts,
    );
    const rights = choices(
      'pairs',
      given.map(({ right }) => ({ text: right })),
      known?.data.rights,
    );
    const key = lefts.map(({ id }, at) => [id, rights[at]?.id]);
    return { data: { lefts, rights }, answer: { pairs: Object.fromEntries(key) as Record<string, string> } };
  },
  ordering: (given, known) => {
    const items = choices('items', needed(given.items, known?.data.items, 'items'), known?.data.items);
    return { data: { items }, answer: { order: items.map(({ id }) => id) } };
  },
  essay: ({ max_words }, known) => ({
    data: { max_words: max_words === undefined ? (known?.data.max_words ?? null) : max_words },
    answer: {},
  }),
};

/** Whether both have the same number of options. */
export const sameCount = (a: QuestionData, b: QuestionData) => countOf(a) === countOf(b);

const countOf = ({ options, lefts, items }: QuestionData) => (options ?? lefts ?? items ?? []).length;

function needed<T>(given: T | undefined, known: T | undefined, field: string): T {
  const value = given ?? known;
  if (value === undefined) throw new WrongQuestion(field, 'is needed');
  return value;
}

const optionsOf = ({ options }: QuestionFields, known: Known) =>
  choices('options', needed(options, known?.data.options, 'options'), known?.data.options);

/** Random ids do not reveal the order. */
function choices(field: string, given: Pick<Choice, 'text'>[], known: Choice[] = []): Choice[] {
  if (given.some(({ text }) => text === '')) throw new WrongQuestion(field, 'must not have an empty text');
  return given.map(({ text }, at) => ({ id: known[at]?.id ?? randomBytes(6).toString('base64url'), text }));
}

function stillThere(answer: QuestionKey, options: Choice[]): QuestionKey {
  const correct = [answer.correct].flat();
  if (correct.every((id) => options.some((option) => option.id === id))) return answer;
  throw new WrongQuestion('correct', 'is needed, as an option that was right is gone');
}
