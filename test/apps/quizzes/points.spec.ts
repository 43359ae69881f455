import { type Graded, gradedBy, isWithin } from '../../../src/apps/quizzes/attempts/answer.policy.js';

const choices = (...texts: string[]) => texts.map((text) => ({ id: text.toLowerCase(), text }));
const OPTIONS = { options: choices('A', 'B', 'C', 'D') };
const points = (question: object, response: unknown, worth = 1, more: object = {}) =>
  gradedBy({ data: {}, grading: 'partial', ...question } as Graded, response as never, {
    id: 'q',
    key_version: 1,
    points: worth,
    ...more,
  });

const SINGLE = { type: 'single_choice', data: OPTIONS, answer: { correct: 'b' } };
const MANY = { type: 'multiple_choice', data: OPTIONS, answer: { correct: ['a', 'b', 'c'] } };
const TRUE = { type: 'true_false', answer: { correct: true } };
const TEXT = { type: 'short_text', answer: { accepted: ['Straße', ' New  York '], case_sensitive: false } };
const EXACT = { ...TEXT, answer: { ...TEXT.answer, case_sensitive: true } };
const NUMBER = { type: 'numeric', answer: { value: 1, tolerance: 0.1 } };
const PAIRS = {
  type: 'matching',
  data: { rights: [...choices('X', 'Y', 'Z'), { id: 'again', text: 'X' }] },
  answer: { pairs: { a: 'x', b: 'y', c: 'z' } },
};
const ORDER = {
  type: 'ordering',
  data: { items: [...choices('A', 'B', 'C'), { id: 'a2', text: 'A' }] },
  answer: { order: ['a', 'b', 'c', 'a2'] },
};
const minus = { grading: 'minus' };
const whole = { grading: 'all_or_nothing' };

it.each<[what: string, question: object, response: unknown, points: number | null, worth?: number]>([
  ['right', SINGLE, 'b', 2, 2],
  ['wrong', SINGLE, 'a', 0],
  ['wrong, with something taken off', { ...SINGLE, ...minus }, 'a', -0.33],
  ['skipped', { ...SINGLE, ...minus }, null, 0],
  ['true', TRUE, true, 1],
  ['false', TRUE, false, 0],
  ['false, with something taken off', { ...TRUE, ...minus }, false, -1.5, 1.5],
  ['all of many', MANY, ['c', 'b', 'a'], 3, 3],
  ['two of three', MANY, ['a', 'b'], 0.67],
  ['two right and one wrong', MANY, ['a', 'b', 'd'], 0.33],
  ['more wrong than right', MANY, ['d'], 0],
  ['more wrong than right, with something taken off', { ...MANY, ...minus }, ['d'], -0.33],
  ['at most all taken off', { ...MANY, answer: { correct: ['a'] }, ...minus }, ['b', 'c', 'd'], -1],
  ['not all, where all or nothing counts', { ...MANY, ...whole }, ['a', 'b'], 0],
  ['all, where all or nothing counts', { ...MANY, ...whole }, ['b', 'a', 'c'], 1],
  ['too many, where all or nothing counts', { ...MANY, ...whole }, ['a', 'b', 'c', 'd'], 0],
  ['none of many', { ...MANY, ...minus }, [], 0],
  ['in another case', TEXT, 'STRASSE', 1],
  ['in blanks', TEXT, '\tnew york\n', 1],
  ['decomposed', { ...TEXT, answer: { accepted: ['é'] } }, 'e\u0301', 1],
  ['another word', TEXT, 'York', 0],
  ['in another case where that counts', EXACT, 'straße', 0],
  ['in the same case', EXACT, 'Straße', 1],
  ['blank', TEXT, '  ', 0],
  ['at the edge', NUMBER, 1.1, 1],
  ['below the edge', NUMBER, 0.9, 1],
  ['beyond the edge', NUMBER, 1.1000001, 0],
  ['zero', { ...NUMBER, answer: { value: 0 } }, 0, 1],
  ['all pairs', PAIRS, { a: 'x', b: 'y', c: 'z' }, 1],
  ['one pair of three', PAIRS, { a: 'x', b: 'z' }, 0.33],
  ['a right side that reads the same', PAIRS, { a: 'again' }, 0.33],
  ['half a cent up', { ...PAIRS, answer: { pairs: { a: 'x', b: 'y' } } }, { a: 'x' }, 0.13, 0.25],
  ['no pair', PAIRS, {}, 0],
  ['some pairs, where all or nothing counts', { ...PAIRS, ...whole }, { a: 'x' }, 0],
  ['in order', ORDER, ['a', 'b', 'c', 'a2'], 1],
  ['in the order of the words', ORDER, ['a2', 'b', 'c', 'a'], 1],
  ['half in place', ORDER, ['a', 'c', 'b', 'a2'], 0.5],
  ['an essay', { type: 'essay', answer: {} }, 'Because.', null],
  ['no essay', { type: 'essay', answer: {} }, ' ', 0],
])('%s', (_, question, response, expected, worth = 1) => {
  expect(points(question, response, worth)).toBe(expected);
});

it('are given to everyone where that is said', () => {
  for (const response of [null, 'a', 'b']) expect(points(SINGLE, response, 3, { given: true })).toBe(3);
  expect(points({ type: 'essay', answer: {} }, 'So.', 3, { given: true })).toBe(3);
});

it.each([
  [1.1, 1, 0.1, true],
  [0.3, 0.1, 0.2, true],
  [1e21, 1e21, 0, true],
  [1e-7, 0, 1e-7, true],
  [-1.5e-10, 0, 1e-10, false],
  [-3, 3, 5.99, false],
  [1e308, -1e308, 1e308, false],
])('%s is within %s ± (%s): %s', (x, value, tolerance, expected) => {
  expect(isWithin(x, value, tolerance)).toBe(expected);
});
