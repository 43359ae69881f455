import { randomUUID } from 'node:crypto';
import { WordFilterService } from '../../src/moderation/word-filter/word-filter.service.js';
import { ModerationExport } from '../../src/moderation/moderation.export.js';
import { type Account, TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { written } from '../support/written.js';

let service: TestService;
let reporter: Account;
let reported: Account;
beforeAll(async () => {
  service = await TestService.lease();
  reporter = await service.account();
  reported = await service.account();
});
afterAll(() => service.stop());

const about = (account: Account, more: object = {}) => ({
  reportable_id: account.id,
  reportable_type: 'user',
  reason: 'spam',
  ...more,
});
const countOf = async (reporterId: string) => {
  const { rows } = await service.database.query(
    'SELECT count(*)::int AS n FROM moderation.reports WHERE reporter_id = $1',
    [reporterId],
  );
  return rows[0].n;
};

describe('POST /v1/reports', () => {
  it('answers with the report', async () => {
    const { client, id } = await service.account();
    const body = about(reported, { reason: 'r'.repeat(500), description: 'd'.repeat(5_000) });
    const { body: answer } = await client.post('/v1/reports', body).expect(201);
    expect(answer).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      ...body,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { rows } = await service.database.query(
      `SELECT data FROM events.domain_events WHERE type = 'report.created' AND actor_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ data: { report_id: answer.id, reportable_type: 'user', reportable_id: reported.id } }]);
  });

  it.each([
    ['no description', {}],
    ['null for it', { description: null }],
    ['an empty one', { description: '' }],
  ])('takes %s', async (_, more) => {
    const { client } = await service.account();
    const { body } = await client.post('/v1/reports', about(reported, more)).expect(201);
    expect(body.description).toBeNull();
  });

  it.each<[string, object | string, string[]]>([
    ['nothing', {}, ['reason', 'reportable_id', 'reportable_type']],
    ['an id that is none', { reportable_id: '7' }, ['reportable_id']],
    ['a number for the id', { reportable_id: 7 }, ['reportable_id']],
    ['a type that is none', { reportable_type: 'story' }, ['reportable_type']],
    ['a type in other letters', { reportable_type: 'User' }, ['reportable_type']],
    ['no reason', { reason: undefined }, ['reason']],
    ['an empty reason', { reason: '' }, ['reason']],
    ['a number for the reason', { reason: 5 }, ['reason']],
    ['a reason of 501 characters', { reason: 'r'.repeat(501) }, ['reason']],
    ['a description of 5,001', { description: 'd'.repeat(5_001) }, ['description']],
    ['a list for it', { description: [] }, ['description']],
  ])('refuses %s', async (_, change, fields) => {
    const body = Object.keys(change).length ? { ...about(reported), ...(change as object) } : {};
    const { body: answer } = await reporter.client.post('/v1/reports', body).expect(400);
    expect(answer).toEqual({ error: 'Validation error', details: expect.any(Array) });
    const told = answer.details.map(({ field }: { field: string }) => field);
    expect([...new Set(told)].sort()).toEqual(fields);
    expect(await countOf(reporter.id)).toBe(0);
  });

  it.each([
    ['user', 'User not found'],
    ['post', 'Post not found'],
    ['comment', 'Comment not found'],
    ['product', 'Product not found'],
  ])('answers 404 for an unknown %s', async (reportable_type, error) => {
    const body = { reportable_id: randomUUID(), reportable_type, reason: 'spam' };
    await reporter.client.post('/v1/reports', body).expect(404, { error });
  });

  it('answers 404 for a banned user', async () => {
    const banned = await service.account();
    await service.setStatus(banned.id, 'banned');
    await reporter.client.post('/v1/reports', about(banned)).expect(404, { error: 'User not found' });
  });

  it('refuses the caller as the reported user', async () => {
    await reporter.client.post('/v1/reports', about(reporter)).expect(400, { error: 'You cannot report yourself' });
    await reporter.client
      .post('/v1/reports', about(reporter, { reportable_id: reporter.id.toUpperCase() }))
      .expect(400, { error: 'You cannot report yourself' });
  });

  it('needs a session or an API key', async () => {
    await service.client().post('/v1/reports', about(reported)).expect(401, { error: 'Not authenticated' });
    const { client } = await service.account();
    const { key } = (await client.post('/v1/api-keys', { name: 'script' }).expect(201)).body;
    await service.client({ 'x-api-key': key }).post('/v1/reports', about(reported)).expect(201);
  });

  it('answers the same report while it is pending, and a new one when it was decided', async () => {
    const { client, id } = await service.account();
    const { body: first } = await client.post('/v1/reports', about(reported)).expect(201);
    const again = about(reported, { reason: 'other', reportable_id: reported.id.toUpperCase() });
    expect((await client.post('/v1/reports', again).expect(201)).body).toEqual(first);
    await service.database.query(`UPDATE moderation.reports SET status = 'resolved' WHERE id = $1`, [first.id]);
    const { body: second } = await client.post('/v1/reports', about(reported)).expect(201);
    expect(second.id).not.toBe(first.id);
    expect(await countOf(id)).toBe(2);
  });

  it('makes one report of twenty concurrent ones', async () => {
    const { client, id } = await service.account();
    const answers = await atOnce(20, (index) => client.post('/v1/reports', about(reported, { reason: `${index}` })));
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await countOf(id)).toBe(1);
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS n FROM events.domain_events WHERE type = 'report.created' AND actor_id = $1`,
      [id],
    );
    expect(rows[0].n).toBe(1);
  });

  it('honours an Idempotency-Key', async () => {
    const { client } = await service.account();
    const keyed = client.with({ 'idempotency-key': 'report-1' });
    const { body: first } = await keyed.post('/v1/reports', about(reported)).expect(201);
    const { body, headers } = await keyed.post('/v1/reports', about(reported)).expect(201);
    expect(body).toEqual(first);
    expect(headers['idempotent-replayed']).toBe('true');
  });

  it('drops unknown fields, and does not filter words, because staff has to see the original', async () => {
    await service.database.query(`INSERT INTO moderation.censors (pattern) VALUES ('bad')`);
    service.app.get(WordFilterService).recheck();
    const { client, id } = await service.account();
    const words = { reason: 'BAD man', description: 'he said $1 bad' };
    const more = { ...words, status: 'resolved', reporter_id: reported.id };
    const { body } = await client.post('/v1/reports', about(reported, more)).expect(201);
    expect(body).toMatchObject(words);
    const { rows } = await service.database.query('SELECT status, reporter_id FROM moderation.reports WHERE id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ status: 'pending', reporter_id: id }]);
  });

  it('stays after the account of its reporter is deleted, and is part of the export before', async () => {
    const { id, client } = await service.account();
    const { body } = await client.post('/v1/reports', about(reported)).expect(201);
    const section = service.app.get(ModerationExport, { strict: false });
    const copy = await written(service, section.content(id));
    expect(copy.reports).toMatchObject([{ id: body.id, status: 'pending' }]);
    await service.database.query('DELETE FROM account.users WHERE id = $1', [id]);
    const { rows } = await service.database.query('SELECT reporter_id, reason FROM moderation.reports WHERE id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ reporter_id: null, reason: body.reason }]);
  });
});
