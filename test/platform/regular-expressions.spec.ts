import { expressionsIn, slowText } from '../support/expressions.js';

const all = expressionsIn('src');
const isChecked = ({ source, isTrusted }: (typeof all)[number]) => source !== undefined && !isTrusted;

describe('every regular expression of the service', () => {
  it('is found', () => {
    expect(all.length).toBeGreaterThan(150);
  });

  it('is a literal, or a comment names the source of its text', () => {
    const hidden = all.filter(({ source, isTrusted }) => source === undefined && !isTrusted);
    expect(hidden.map(({ place }) => place)).toEqual([]);
  });

  it('takes time linear in the length of its text', () => {
    const slow = all.filter(isChecked).flatMap((expression) => {
      const text = slowText(expression);
      return text === undefined ? [] : [`${expression.place} /${expression.source}/ on ${text}`];
    });
    expect(slow).toEqual([]);
  });
});

describe('the check', () => {
  it.each([
    ['\\{\\{\\s*([^{}]*?)\\s*\\}\\}', 'g'],
    ['(\\S+)\\s+(\\S+)', ''],
    ['%.*$', ''],
    ['^[_-]+|[_-]+$', 'g'],
    ['\\s*\\n\\s*', ''],
    ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', ''],
    ['\\/+$', ''],
    ['^\\s*([a-z]{2,3})(?:-[\\w-]+)?\\s*(?:;\\s*q=([\\d.]+))?\\s*$', 'i'],
    ['^(a+)+$', ''],
    ['^(a|aa)+$', ''],
    ['^(\\w+\\s?)*$', ''],
    ['(.*),(.*),(.*)$', ''],
    ['<!--.*?-->', 'g'],
  ])('finds /%s/%s', (source, flags) => {
    expect(slowText({ place: '', source, flags, bound: undefined, isTrusted: false })).toBeDefined();
  });

  it.each([
    ['^[a-z0-9_]{3,30}$', ''],
    ['\\{\\{([^{}]{0,100})\\}\\}', 'g'],
    ['^(?:[^"]*\\s)?[\\p{L}\\p{N}]+$', 'u'],
  ])('accepts /%s/%s', (source, flags) => {
    expect(slowText({ place: '', source, flags, bound: undefined, isTrusted: false })).toBeUndefined();
  });
});
