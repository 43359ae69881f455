import { randomUUID } from 'node:crypto';
import { ReportsService } from '../../src/moderation/reports/reports.service.js';
import { Reportable } from '../../src/moderation/reports/reportable.js';
import { ExtensionsService } from '../../src/platform/extensions.service.js';
import { FixtureService } from '../support/fixture-service.js';
import { atOnce } from '../account/at-once.js';

const OWNER = randomUUID();
/** Ids of things that nobody can see. */
const hidden = new Set<string>();

/** A reportable that only records the calls. */
class Products extends Reportable {
  readonly type = 'product';
  readonly done: string[] = [];
  fails = false;

  ownerOf(id: string): Promise<string | undefined> {
    return Promise.resolve(hidden.has(id) ? undefined : OWNER);
  }

  async flag(id: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (this.fails) throw new Error('no');
    this.done.push(`flag ${id}`);
  }

  shown(): Promise<null> {
    return Promise.resolve(null);
  }

  async restore(id: string): Promise<void> {
    this.done.push(`restore ${id}`);
  }
}

type Person = { authorization: string };

let service: FixtureService;
let products: Products;
let reviews: ReportsService;
let people: Person[];
let admin: string;
beforeAll(async () => {
  service = await FixtureService.start();
  products = new Products();
  // A type has one provider, so the recorder takes over the methods of the provider of products.
  const provider = service.app
    .get(ExtensionsService)
    .byKey(Reportable, ({ type }) => type)
    .get('product');
  Object.assign(provider as Reportable, {
    ownerOf: (id: string) => products.ownerOf(id),
    shown: () => products.shown(),
    flag: (id: string) => products.flag(id),
    restore: (id: string) => products.restore(id),
  });
  reviews = service.app.get(ReportsService);
  people = await Promise.all(Array.from({ length: 8 }, () => service.bearer()));
  const { rows } = await service.database.query('SELECT id FROM account.users LIMIT 1');
  admin = rows[0].id;
});
afterAll(() => service.stop());
beforeEach(() => age('2 days'));

const age = (of: string) => service.database.query(`UPDATE account.users SET created_at = now() - $1::interval`, [of]);

async function reportOf(person: Person, id: string): Promise<string> {
  const body = { reportable_id: id, reportable_type: 'product', reason: 'fake' };
  const answer = await service.send('POST', '/v1/reports', body, person);
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const reportBy = (id: string, ...who: number[]) =>
  Promise.all(who.map((index) => reportOf(people[index] as Person, id)));
const doneTo = (id: string) => products.done.filter((what) => what.endsWith(id)).map((what) => what.split(' ')[0]);

describe('a reported thing', () => {
  it('is flagged by the third account, once', async () => {
    const id = randomUUID();
    await reportBy(id, 0, 1);
    await reportOf(people[0] as Person, id);
    expect(doneTo(id)).toEqual([]);
    await reportBy(id, 2);
    expect(doneTo(id)).toEqual(['flag']);
    await reportBy(id, 3, 4, 5);
    expect(doneTo(id)).toEqual(['flag']);
    const { rows } = await service.database.query(
      `SELECT actor_id, data FROM events.domain_events WHERE type = 'report.flagged' AND data ->> 'reportable_id' = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: null, data: { reportable_type: 'product', reportable_id: id } }]);
  });

  it('is flagged once by concurrent reports', async () => {
    for (let round = 0; round < 5; round++) {
      const id = randomUUID();
      await reportBy(id, ...people.keys());
      expect(doneTo(id)).toEqual(['flag']);
      const three = randomUUID();
      await reportBy(three, 0, 1, 2);
      expect(doneTo(three)).toEqual(['flag']);
    }
  });

  it('is not flagged by accounts that are not a day old, but counts them when they are', async () => {
    const id = randomUUID();
    await age('23 hours 59 minutes');
    await reportBy(id, 0, 1, 2, 3);
    expect(doneTo(id)).toEqual([]);
    await age('24 hours 1 minute');
    await reportBy(id, 4);
    expect(doneTo(id)).toEqual(['flag']);
  });

  it('is not flagged by reports that were decided already', async () => {
    const id = randomUUID();
    const [first, second] = (await reportBy(id, 0, 1)) as [string, string];
    await reviews.decide(first, 'dismissed', admin);
    await reviews.decide(second, 'resolved', admin);
    await reportBy(id, 2, 3);
    expect(doneTo(id)).toEqual([]);
    await reportBy(id, 4);
    expect(doneTo(id)).toEqual(['flag']);
  });

  it('is not found where it is hidden, unless it was reported before: that report is answered again', async () => {
    const id = randomUUID();
    const [, , third] = await reportBy(id, 0, 1, 2);
    hidden.add(id);
    expect(await reportOf(people[2] as Person, id)).toBe(third);
    const body = { reportable_id: id, reportable_type: 'product', reason: 'fake' };
    const { status, body: answer } = await service.send('POST', '/v1/reports', body, people[3]);
    expect([status, answer]).toEqual([404, { error: 'Product not found' }]);
  });

  it('stays as it was when the flag fails, and the report with it', async () => {
    const id = randomUUID();
    await reportBy(id, 0, 1);
    products.fails = true;
    const body = { reportable_id: id, reportable_type: 'product', reason: 'fake' };
    expect((await service.send('POST', '/v1/reports', body, people[2])).status).toBe(500);
    products.fails = false;
    await reportBy(id, 2);
    expect(doneTo(id)).toEqual(['flag']);
  });
});

describe('ReportsService.decide', () => {
  it('returns the admin and the time of the decision', async () => {
    const id = randomUUID();
    const [report] = (await reportBy(id, 0)) as [string];
    expect(await reviews.decide(report, 'resolved', admin)).toEqual({
      id: report,
      reportable_id: id,
      reportable_type: 'product',
      reason: 'fake',
      status: 'resolved',
      resolved_by: admin,
      resolved_at: expect.any(Date),
    });
    expect(doneTo(id)).toEqual([]);
  });

  it.each(['x', randomUUID()])('finds no report %s', async (id) => {
    await expect(reviews.decide(id, 'resolved', admin)).rejects.toMatchObject({
      status: 404,
      message: 'Report not found',
    });
  });

  it('restores what was flagged when the last report is dismissed, and flags it anew', async () => {
    const id = randomUUID();
    const reports = await reportBy(id, 0, 1, 2);
    for (const report of reports.slice(0, 2)) await reviews.decide(report, 'dismissed', admin);
    expect(doneTo(id)).toEqual(['flag']);
    await reviews.decide(reports[2] as string, 'dismissed', admin);
    await reviews.decide(reports[2] as string, 'dismissed', admin);
    expect(doneTo(id)).toEqual(['flag', 'restore']);
    await reportBy(id, 0, 1, 2);
    expect(doneTo(id)).toEqual(['flag', 'restore', 'flag']);
  });

  it('keeps the flag while one report is resolved, until that decision is changed', async () => {
    const id = randomUUID();
    const [first, second, third] = (await reportBy(id, 0, 1, 2)) as [string, string, string];
    await reviews.decide(first, 'resolved', admin);
    for (const report of [second, third]) await reviews.decide(report, 'dismissed', admin);
    expect(doneTo(id)).toEqual(['flag']);
    await reviews.decide(first, 'dismissed', admin);
    expect(doneTo(id)).toEqual(['flag', 'restore']);
  });

  it('restores once when several decisions run concurrently', async () => {
    const id = randomUUID();
    const reports = await reportBy(id, 0, 1, 2, 3);
    await atOnce(8, (index) => reviews.decide(reports[index % 4] as string, 'dismissed', admin));
    expect(doneTo(id)).toEqual(['flag', 'restore']);
  });

  it('never leaves a thing flagged without reports, or free with three', async () => {
    const id = randomUUID();
    const reports = await reportBy(id, 0, 1, 2);
    await Promise.all([...reports.map((one) => reviews.decide(one, 'dismissed', admin)), reportBy(id, 3, 4, 5)]);
    const { rows } = await service.database.query(
      `SELECT flagged, (SELECT count(*)::int FROM moderation.reports WHERE reportable_id = $1 AND status = 'pending') AS open
       FROM moderation.reported_things WHERE reportable_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ flagged: true, open: 3 }]);
  });
});
