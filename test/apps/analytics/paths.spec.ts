import { array, assert, constantFrom, property } from 'fast-check';
import { matchesPattern, pathPattern } from '../../../src/apps/analytics/sites/paths.js';

const text = (...letters: string[]) => array(constantFrom(...letters), { maxLength: 12 }).map((all) => all.join(''));

it('a star stands for any text, as in a regular expression', () => {
  assert(
    property(text('a', 'b', '*'), text('a', 'b'), (pattern, path) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      expect(matchesPattern(pattern, path)).toBe(expression.test(path));
    }),
    { numRuns: 2_000 },
  );
});

it('a pattern of stars costs no more than its length', () => {
  const path = `/${'a'.repeat(511)}`;
  expect(matchesPattern(`${'*a'.repeat(250)}b`, path)).toBe(false);
  expect(matchesPattern(`${'*a'.repeat(250)}*`, path)).toBe(true);
});

it.each([
  ['/cart/', '/cart'],
  ['cart', '/cart'],
  ['/', '/'],
  ['*', '*'],
  ['*.pdf', '*.pdf'],
  ['/a/*', '/a/*'],
  ['/a b?x=1#y', '/a%20b'],
  ['//evil.example/x', '//evil.example/x'],
  ['/ü*', '/%C3%BC*'],
])('the pattern %s is stored as %s', (given, stored) => {
  expect(pathPattern(given)).toBe(stored);
});
