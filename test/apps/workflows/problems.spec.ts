import fc from 'fast-check';
import { problemsOf, usesOf } from '../../../src/apps/workflows/language/problems.js';

const manual = { kind: 'manual' };
const set = (key: string, value: unknown = 1) => ({ key, kind: 'set', config: { values: { value } } });
const http = (config: object) => ({
  key: 'h',
  kind: 'http',
  config: { method: 'POST', url: 'https://a.example', ...config },
});
const inLoop = (steps: unknown[], key = 'each') => ({
  key,
  kind: 'for_each',
  config: { items: '{{trigger.l}}', steps },
});

it('knows nothing wrong of a whole definition', () => {
  const definition = {
    trigger: {
      kind: 'hook',
      signature: { header: 'x-signature', secret: 'SHOP_SECRET', prefix: 'sha256=' },
      dedupe_header: 'x-delivery-id',
    },
    steps: [
      { ...set('a'), when: { left: '{{trigger.body.total}}', op: 'gt', right: 500 }, retry: { max_attempts: 2 } },
      http({ headers: { authorization: 'Bearer {{secrets.TOKEN}}' }, json: { a: '{{steps.a.output.value}}' } }),
      inLoop([set('b', '{{item}} {{index}}')]),
      {
        key: 'c',
        kind: 'branch',
        config: { cases: [{ when: { left: 1, op: 'exists' }, steps: [set('d')] }], else: [set('e')] },
      },
      { key: 'f', kind: 'approval', config: { message: 'Order' } },
      { key: 'g', kind: 'delay', config: { seconds: 5 } },
      { key: 'i', kind: 'notify', config: { title: 'T', body: 'B' } },
      { key: 'j', kind: 'app', config: { slug: 'reminders', action: 'create-reminder', input: { title: 'x' } } },
      { key: 'k', kind: 'stop', config: { status: 'succeeded' } },
    ],
  };
  expect(problemsOf(definition)).toEqual([]);
  expect(usesOf(definition)).toEqual({
    secrets: ['SHOP_SECRET', 'TOKEN'],
    actions: [{ slug: 'reminders', action: 'create-reminder' }],
    events: [],
    approvers: [],
  });
});

it('keeps the paths of steps within 200 characters, as they are in the last round of loops', () => {
  const inLoops = (key: string) => {
    const loops = ['c', 'b', 'a'].reduce((steps, letter) => [inLoop(steps, letter.repeat(60))], [
      set(key),
    ] as unknown[]);
    return problemsOf({ trigger: manual, steps: loops });
  };
  expect(inLoops('ab')).toEqual([]);
  const path = 'steps[0].config.steps[0].config.steps[0].config.steps[0].key';
  expect(inLoops('abc')).toEqual([{ path, message: 'Path is longer than 200 characters' }]);
});

it.each<[string, object, string, string]>([
  ['unknown fields', { trigger: manual, steps: [], name: 1 }, 'name', 'Unknown field'],
  [
    'an unknown kind',
    { trigger: { kind: 'x' }, steps: [] },
    'trigger.kind',
    'Must be one of manual, schedule, event, hook',
  ],
  ['no steps', { trigger: manual }, 'steps', 'Must be a list'],
  [
    'a close schedule',
    { trigger: { kind: 'schedule', cron: '*/4 * * * *' }, steps: [] },
    'trigger.cron',
    'Must be at least 5 minutes apart',
  ],
  [
    'two schedules',
    { trigger: { kind: 'schedule', cron: '0 * * * *', every_minutes: 5 }, steps: [] },
    'trigger',
    'Needs either cron or every_minutes',
  ],
  [
    'a zone',
    { trigger: { kind: 'schedule', every_minutes: 5, timezone: 'Mars' }, steps: [] },
    'trigger.timezone',
    'Unknown time zone',
  ],
  [
    'own events',
    { trigger: { kind: 'event', events: ['workflows.paused'] }, steps: [] },
    'trigger.events[0]',
    'Notifications of workflows start nothing',
  ],
  [
    'double keys',
    { trigger: manual, steps: [set('a'), inLoop([set('a')])] },
    'steps[1].config.steps[0].key',
    'Key is used twice',
  ],
  [
    'a later step',
    { trigger: manual, steps: [set('a', '{{steps.b.output}}'), set('b')] },
    'steps[0].config.values.value',
    'Step b does not run before this step',
  ],
  [
    'an item outside',
    { trigger: manual, steps: [set('a', '{{item}}')] },
    'steps[0].config.values.value',
    'item is known within for_each only',
  ],
  [
    'a secret in an address',
    { trigger: manual, steps: [http({ url: 'https://a.example/{{secrets.T}}' })] },
    'steps[0].config.url',
    'Secrets are allowed in headers and bodies of http steps only',
  ],
  [
    'a host header',
    { trigger: manual, steps: [http({ headers: { Host: 'x' } })] },
    'steps[0].config.headers.Host',
    'Header is not allowed',
  ],
  [
    'two bodies',
    { trigger: manual, steps: [http({ json: 1, text: 'x' })] },
    'steps[0].config',
    'Only one of json, form and text',
  ],
  [
    'own actions',
    { trigger: manual, steps: [{ key: 'a', kind: 'app', config: { slug: 'workflows', action: 'run-workflow' } }] },
    'steps[0].config.slug',
    'Actions of workflows are not allowed',
  ],
  [
    'payments',
    { trigger: manual, steps: [{ key: 'a', kind: 'app', config: { slug: 'events', action: 'payment-succeeded' } }] },
    'steps[0].config.action',
    'Action is not allowed',
  ],
  [
    'depth',
    { trigger: manual, steps: [inLoop([inLoop([inLoop([inLoop([set('e')], 'd')], 'c')], 'b')], 'a')] },
    'steps[0].config.steps[0].config.steps[0].config.steps[0].config.steps',
    'At most 4 levels deep',
  ],
  ['size', { trigger: manual, steps: [set('a', 'x'.repeat(130 * 1024))] }, '', 'Definition is larger than 128 KiB'],
])('names %s as a problem', (_name, definition, path, message) => {
  expect(problemsOf(definition)).toContainEqual({ path, message });
});

it('counts all steps, and stops with 100 problems', () => {
  const many = Array.from({ length: 60 }, (_, index) => set(`a${index}`));
  const more = Array.from({ length: 60 }, (_, index) => set(`b${index}`));
  expect(problemsOf({ trigger: manual, steps: [...many, inLoop(more)] })).toContainEqual({
    path: 'steps[60].config.steps',
    message: 'At most 100 steps',
  });
  const steps = Array.from({ length: 90 }, () => ({ key: 1, kind: 2 }));
  expect(problemsOf({ trigger: manual, steps })).toHaveLength(100);
});

it('says what only others know', () => {
  const steps = [http({ text: '{{secrets.T}}' }), { key: 'a', kind: 'app', config: { slug: 'x', action: 'y' } }];
  const knows = { secret: (name: string) => `Unknown secret: ${name}`, action: () => 'Unknown action' };
  expect(problemsOf({ trigger: manual, steps }, knows)).toEqual([
    { path: 'steps[0].config.text', message: 'Unknown secret: T' },
    { path: 'steps[1].config.action', message: 'Unknown action' },
  ]);
});

it('answers problems for all JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (trigger, step) => {
      expect(problemsOf({ trigger, steps: [step] }).length).toBeGreaterThan(0);
      expect(Array.isArray(problemsOf(step))).toBe(true);
    }),
  );
  let deep: unknown = 1;
  for (let level = 0; level < 5000; level += 1) deep = [deep];
  expect(problemsOf({ trigger: manual, steps: [deep] })).toHaveLength(1);
});
