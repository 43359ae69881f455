import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import type { Account } from '../../support/service.js';
import { day, Desk, type PastEvent, type SiteAnswer } from './desk.js';

let desk: Desk;
let ann: Account;
let site: SiteAnswer;
const goals = [
  { key: 'cart', name: 'Cart', kind: 'page', match: '/cart' },
  { key: 'pay', name: 'Pay', kind: 'page', match: '/pay*' },
  { key: 'paid', name: 'Paid', kind: 'event', match: 'Purchase' },
  { key: 'any', name: 'Any', kind: 'page', match: '*' },
];
beforeAll(async () => {
  desk = await Desk.start();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ann = await desk.owner();
  site = await desk.site(ann);
  await desk.change(ann, site, { goals, funnels: [{ key: 'buy', name: 'Buy', steps: ['cart', 'pay', 'paid'] }] });
});

const at = (ago: number, time: string) => `${day(ago)}T${time}Z`;
const funnel = async (asked: object) => (await desk.ask(ann, 'get-funnel', { site_id: site.id, ...asked })).funnel;
const visitors = async (asked: object) =>
  (await funnel(asked)).steps.map((step: { visitors: number }) => step.visitors);
const refused = (asked: object, status: number, error: string) =>
  desk.expectRefused(ann, 'get-funnel', { site_id: site.id, ...asked }, status, error);

it('counts visitors who met the steps in their order on one day', async () => {
  await desk.past(site, [
    { at: at(1, '08:00:00'), path: '/cart' },
    { at: at(1, '08:05:00'), path: '/help' },
    { at: at(1, '11:00:00'), path: '/pay/card' },
    { at: at(1, '11:01:00'), path: '/pay/card', name: 'Purchase' },
    { at: at(1, '08:00:00'), path: '/pay', visitor: 2 },
    { at: at(1, '08:01:00'), path: '/cart', visitor: 2 },
    { at: at(1, '08:02:00'), path: '/x', name: 'Purchase', visitor: 2 },
    { at: at(2, '23:59:00'), path: '/cart', visitor: 3 },
    { at: at(1, '00:01:00'), path: '/pay', visitor: 3 },
    { at: at(1, '10:00:00'), path: '/', visitor: 4 },
  ]);
  expect(await funnel({ funnel: 'buy' })).toEqual({
    name: 'Buy',
    visitors: 3,
    conversion_rate: 33.33,
    steps: [
      { goal: 'cart', name: 'Cart', visitors: 3, rate: 100, drop_off: 0 },
      { goal: 'pay', name: 'Pay', visitors: 1, rate: 33.33, drop_off: 2 },
      { goal: 'paid', name: 'Paid', visitors: 1, rate: 33.33, drop_off: 0 },
    ],
  });
  expect(await visitors({ funnel: 'buy', from: day(1), to: day(1) })).toEqual([2, 1, 1]);
  expect((await funnel({ steps: ['cart', 'paid'] })).name).toBeNull();
  // One event meets one step.
  expect(await visitors({ steps: ['any', 'any', 'any'] })).toEqual([5, 2, 1]);
});

it('chooses visitors of whom one event meets the filters', async () => {
  await desk.past(site, [
    { at: at(1, '08:00:00'), path: '/', utm_source: 'news', country: 'DE' },
    { at: at(1, '09:00:00'), path: '/cart', country: 'DE' },
    { at: at(1, '09:01:00'), path: '/pay', country: 'DE' },
    { at: at(1, '08:00:00'), path: '/cart', visitor: 2, country: 'FR' },
  ]);
  const filtered = (dimension: string, value: string) =>
    visitors({ funnel: 'buy', filters: [{ dimension, op: 'is', value }] });
  expect(await filtered('utm_source', 'news')).toEqual([1, 1, 0]);
  expect(await filtered('country', 'FR')).toEqual([1, 0, 0]);
  expect(await filtered('country', 'IT')).toEqual([0, 0, 0]);
});

it('refuses what it cannot count', async () => {
  const ONE = 'Give either funnel or steps';
  await refused({}, 400, ONE);
  await refused({ funnel: 'buy', steps: ['cart', 'pay'] }, 400, ONE);
  await refused({ funnel: 'nothing' }, 404, 'Funnel not found');
  await refused({ steps: ['cart', 'nothing'] }, 400, 'Unknown goal: nothing');
  const TOO_FAR = 'A funnel covers at most 31 days within the raw retention';
  await refused({ funnel: 'buy', from: day(31), to: day(0) }, 400, TOO_FAR);
  await refused({ funnel: 'buy', from: day(91), to: day(90) }, 400, TOO_FAR);
  await refused({ funnel: 'buy', from: day(1), to: day(2) }, 400, 'from must not be after to');
  await funnel({ funnel: 'buy', from: day(30), to: day(0) });
  for (const steps of [['cart'], Array(9).fill('cart')]) {
    await desk.call(ann, 'get-funnel', { site_id: site.id, steps }).expect(400);
  }
});

it('is what walking through the events of each visitor gives', async () => {
  const happened = record({
    minute: integer({ min: 0, max: 1400 }),
    visitor: integer({ min: 1, max: 3 }),
    path: constantFrom('/cart', '/pay', '/other'),
    name: constantFrom('pageview', 'pageview', 'Purchase'),
  });
  await assert(
    asyncProperty(array(happened, { maxLength: 25 }), async (all) => {
      await desk.rows('DELETE FROM ext_analytics.events');
      const events = [...new Map(all.map((event) => [`${event.minute} ${event.visitor}`, event])).values()];
      const stored = events.map(({ minute, ...event }): PastEvent & { minute: number } => ({
        ...event,
        minute,
        at: new Date(Date.parse(day(1)) + minute * 60_000).toISOString(),
      }));
      await desk.past(site, stored);
      const reached = [1, 2, 3].map((visitor) =>
        stored
          .filter((event) => event.visitor === visitor)
          .sort((a, b) => a.minute - b.minute)
          .reduce((step, event) => step + (met(event) === step ? 1 : 0), 0),
      );
      const expected = [1, 2, 3].map((step) => reached.filter((count) => count >= step).length);
      expect(await visitors({ funnel: 'buy' })).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

/** The step that the event meets. */
function met({ name, path }: PastEvent): number | undefined {
  if (name === 'Purchase') return 2;
  return { '/cart': 0, '/pay': 1 }[path ?? ''];
}
