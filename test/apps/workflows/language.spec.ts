import fc from 'fast-check';
import { holds } from '../../../src/apps/workflows/language/conditions.js';
import type { Condition } from '../../../src/apps/workflows/language/definition.js';
import { problemsOf } from '../../../src/apps/workflows/language/problems.js';
import {
  MissingValue,
  resolveValues,
  type Scope,
  TemplateFault,
  ValuesTooLarge,
} from '../../../src/apps/workflows/language/values.js';

const SCOPE: Scope = {
  trigger: { body: { total: 80, id: 'A-17', 'odd key': 1, list: ['a', 'b'], none: null }, headers: { 'x-id': '7' } },
  steps: { ship: { output: { status: 201, body: { id: 9 } } } },
  item: { name: 'Ada' },
  index: 0,
  run: { id: 'r' },
  workflow: { id: 'w' },
  now: '2026-03-09T00:00:00.000Z',
};

it.each([
  ['{{trigger.body.total}}', 80],
  ['{{ trigger.body }}', (SCOPE.trigger as { body: object }).body],
  ['Order {{trigger.body.id}} of {{ trigger.body.total }}', 'Order A-17 of 80'],
  ['{{trigger.body.list[1]}}', 'b'],
  ['{{trigger.body.list.0}}', 'a'],
  ['{{trigger.body["odd key"]}}', 1],
  ["{{trigger.headers['x-id']}}", '7'],
  ['{{trigger.headers.x-id}}', '7'],
  ['{{index}}', 0],
  ['{{trigger.body.none}}', null],
  ['[{{trigger.body.none}}]', '[]'],
  ['{{trigger.body.missing | default: "x | }}"}}', 'x | }}'],
  ['{{trigger.body.missing | upper | default: 5}}', 5],
  ['{{trigger.body.none | default: false}}', false],
  ['{{trigger.body.list | json}}', '["a","b"]'],
  ['{{trigger.body.list | length}}', 2],
  ['{{trigger.body.list | first}}{{trigger.body.list | last}}', 'ab'],
  ['{{item.name | lower}} {{item.name | upper}}', 'ada ADA'],
  ['{{steps.ship.output.body.id}}', 9],
  ['plain } } {', 'plain } } {'],
])('%s is filled in', (template, value) => {
  expect(resolveValues(template, SCOPE)).toEqual(value);
});

it('fills in lists and objects, and leaves their names as they are', () => {
  const template = JSON.parse('{"a":["{{index}}"],"__proto__":{"{{index}}":true},"n":1}') as object;
  const filled = resolveValues(template, SCOPE) as object;
  expect(JSON.stringify(filled)).toBe('{"a":[0],"__proto__":{"{{index}}":true},"n":1}');
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
});

it.each([
  'trigger.body.missing',
  'trigger.body.total.toFixed',
  'trigger.constructor',
  'trigger.__proto__',
  'trigger.body.list.length',
  'trigger.body.id.length',
  'steps.ship.output.body.id.x',
  'secrets.TOKEN',
  'constructor.prototype',
])('%s is missing', (path) => {
  expect(() => resolveValues(`{{${path}}}`, SCOPE)).toThrow(new MissingValue(path));
});

it.each(['{{', '{{ a', '{{}}', '{{ a | }}', '{{ a | eval }}', '{{ a | default }}', '{{ a | upper: 1 }}', '{{ a["b }}'])(
  '%s cannot be read',
  (template) => {
    expect(() => resolveValues(template, SCOPE)).toThrow(TemplateFault);
  },
);

it('does not grow beyond its limit', () => {
  const scope = { trigger: 'x'.repeat(200_000) };
  expect(() => resolveValues('{{trigger}}'.repeat(6), scope)).toThrow(ValuesTooLarge);
  expect(() =>
    resolveValues(
      Array.from({ length: 6 }, () => '{{trigger}}'),
      scope,
    ),
  ).toThrow(ValuesTooLarge);
  expect(() => resolveValues(`{{trigger ${'| json '.repeat(11)}}}`, scope)).toThrow(TemplateFault);
});

it('text without braces stays, and all JSON passes through a placeholder', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const expected = JSON.parse(JSON.stringify(value)) as unknown;
      expect(resolveValues('{{trigger}}', { trigger: expected })).toEqual(expected);
    }),
  );
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.includes('{{')),
      (text) => {
        expect(resolveValues(text, {})).toBe(text);
      },
    ),
  );
});

it('any text is filled in, or refused with a message', () => {
  const parts = fc.constantFrom('{{', '}}', ' ', '|', 'trigger', '.', '[', ']', '"', "'", 'default', ':', 'json', '0');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 20 }), (some) => {
      try {
        resolveValues(some.join(''), { trigger: { a: 1 } });
      } catch (error) {
        expect(error instanceof MissingValue || error instanceof TemplateFault).toBe(true);
      }
      const problems = problemsOf({
        trigger: { kind: 'manual' },
        steps: [{ key: 'a', kind: 'set', config: { values: { a: some.join('') } } }],
      });
      for (const { path, message } of problems)
        expect(`${path}: ${message}`).toMatch(/^steps\[0\]\.config\.values\.a: ./);
    }),
  );
});

const T = '{{trigger.body.total}}';
it.each<[Condition, boolean]>([
  [{ left: T, op: 'gt', right: 79 }, true],
  [{ left: T, op: 'gt', right: '80' }, false],
  [{ left: T, op: 'gte', right: '80' }, true],
  [{ left: T, op: 'eq', right: '80' }, true],
  [{ left: '80', op: 'eq', right: '80.0' }, false],
  [{ left: T, op: 'ne', right: 80 }, false],
  [{ left: '10', op: 'lt', right: '9' }, false],
  [{ left: '2026-01-01', op: 'lt', right: '2026-01-02' }, true],
  [{ left: null, op: 'lt', right: 1 }, false],
  [{ left: null, op: 'gte', right: 0 }, false],
  [{ left: 'a', op: 'in', right: '{{trigger.body.list}}' }, true],
  [{ left: '{{trigger.body.list}}', op: 'contains', right: 'c' }, false],
  [{ left: 'abc', op: 'contains', right: 'b' }, true],
  [{ left: 'abc', op: 'starts_with', right: 'ab' }, true],
  [{ left: 'abc', op: 'ends_with', right: 'ab' }, false],
  [{ left: '{{trigger.x}}', op: 'exists' }, false],
  [{ left: '{{trigger.body.none}}', op: 'exists' }, false],
  [{ left: T, op: 'exists' }, true],
  [{ left: '{{trigger.x}}', op: 'empty' }, true],
  [{ left: 0, op: 'empty' }, false],
  [{ left: [], op: 'empty' }, true],
  [{ all: [] }, true],
  [{ any: [] }, false],
  [{ not: { any: [{ left: 1, op: 'eq', right: 2 }] } }, true],
  [
    {
      all: [
        { left: 1, op: 'eq', right: 1 },
        { left: { a: [1] }, op: 'eq', right: { a: [1] } },
      ],
    },
    true,
  ],
])('condition %j is %s', (condition, expected) => {
  expect(holds(condition, SCOPE)).toBe(expected);
});

it('a condition over a missing value throws', () => {
  expect(() => holds({ left: '{{trigger.x}}', op: 'eq', right: 1 }, SCOPE)).toThrow('Missing value: trigger.x');
});
