import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk, PDF } from './desk.js';

let desk: Desk;
let member: Account;
beforeAll(async () => {
  desk = await Desk.open();
  member = await desk.service.account();
});
afterAll(() => desk.stop());

const invite = (request_id: string, recipients: object[]) => desk.ask('invite-recipients', { request_id, recipients });
const remind = (request_id: string, input: object = {}) => desk.ask('remind-recipients', { request_id, ...input });
const tokenOf = (url: string) => url.split('/').at(-1) as string;
const aDayLater = (id: string) =>
  desk.rows(
    `UPDATE ext_filerequests.recipients SET last_reminded_at = last_reminded_at - interval '24 hours 1 second' WHERE request_id = $1`,
    [id],
  );

describe('invitations', () => {
  it('give links once, notify members, and skip who is invited already', async () => {
    const { id } = await desk.request();
    const people = [
      { name: 'Anna', email: 'Anna@x.example' },
      { name: 'Max', user_id: member.id },
      { name: 'Without both' },
    ];
    const { body } = await invite(id, people).expect(200);
    expect(body.recipients).toMatchObject([
      { name: 'Anna', url: expect.stringContaining('/v1/apps/filerequests/public/p/') },
      { name: 'Max', url: null },
      { name: 'Without both', url: expect.any(String) },
    ]);
    const again = await invite(id, [
      { name: 'A', email: 'anna@X.example' },
      { name: 'M', user_id: member.id },
      { name: 'New' },
    ]);
    expect(again.body).toEqual({
      recipients: [expect.objectContaining({ name: 'New' })],
      skipped: [
        { name: 'A', user_id: null, email: 'anna@X.example' },
        { name: 'M', user_id: member.id, email: null },
      ],
    });
    const [told] = await desk.told(member, 'filerequests.invited', 1);
    expect(told.data.request_id).toBe(id);
    const hashes = await desk.rows('SELECT token_hash FROM ext_filerequests.recipients WHERE request_id = $1', [id]);
    expect(hashes.map(({ token_hash }) => token_hash)).not.toContain(tokenOf(body.recipients[0].url));
  });

  it('are refused', async () => {
    const { id } = await desk.request();
    expect((await invite(id, [{ name: 'X', user_id: randomUUID() }]).expect(404)).body).toEqual({
      error: 'User not found',
    });
    await invite(id, [{ name: 'X', user_id: member.id, email: 'x@x.example' }]).expect(400);
    await invite(id, []).expect(400);
    await desk.ask('update-request', { request_id: id, status: 'closed' }).expect(200);
    for (const call of [invite(id, [{ name: 'X' }]), remind(id)])
      expect((await call.expect(409)).body).toEqual({ error: 'Request is closed' });
  });

  it('are 500 at most, also for twenty at once', async () => {
    const { id } = await desk.request();
    await desk.rows(
      `INSERT INTO ext_filerequests.recipients (request_id, name, token_hash) SELECT $1::uuid, 'P', $1::text || '-' || n FROM generate_series(1, 490) n`,
      [id],
    );
    const answers = await atOnce(20, () => invite(id, [{ name: 'A' }, { name: 'B' }]));
    expect(tally(answers)).toEqual({ 200: 5, 409: 15 });
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'Recipient limit reached' });
  });
});

describe('a recipient', () => {
  it('has exactly one submission by the personal link, without a receipt', async () => {
    const { id, code } = await desk.request({ invited_only: true });
    expect((await desk.open('open-request', { code }).expect(404)).body).toEqual({ error: 'Request not found' });
    const { body } = await invite(id, [{ name: 'Anna', email: 'anna@x.example' }]).expect(200);
    const token = tokenOf(body.recipients[0].url);
    const status = async () =>
      (await desk.ask('get-request', { request_id: id }).expect(200)).body.recipients[0].status as string;
    expect((await desk.open('open-request', { token }).expect(200)).body.request.recipient_name).toBe('Anna');
    expect(await status()).toBe('opened');
    const wanted = { token, name: 'a.pdf', size_bytes: PDF.length, content_type: 'application/pdf' };
    const answers = await atOnce(20, () => desk.open('start-upload', wanted));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body: { receipt } }) => receipt))).toEqual(new Set([null]));
    expect(
      await desk.rows('SELECT uploader_name, uploader_email FROM ext_filerequests.submissions WHERE request_id = $1', [
        id,
      ]),
    ).toEqual([{ uploader_name: 'Anna', uploader_email: 'anna@x.example' }]);
    expect(await status()).toBe('partial');
    await desk.put(answers[0]?.body.upload, PDF);
    await desk
      .submit({ token }, { partial: true, remove_file_ids: answers.slice(1).map((one) => one.body.file.id) })
      .expect(200);
    await desk.submit({ token }).expect(200);
    expect(await status()).toBe('submitted');
    await desk.expectPlaces(id);
  });

  it('opens the request by its id when signed in, and nobody else does', async () => {
    const { id } = await desk.request({ require_email: true });
    await invite(id, [{ name: 'Max', user_id: member.id }]).expect(200);
    const stranger = await desk.service.account();
    await desk.open('open-request', { request_id: id }).expect(404);
    await desk.ask('open-request', { request_id: id }, stranger.client).expect(404);
    await desk.ask('open-request', { request_id: id }, member.client).expect(200);
    await desk.send({ request_id: id }, PDF, {}, member.client);
    await desk.ask('submit-files', { request_id: id }, member.client).expect(200);
    await desk.told(member, 'filerequests.received', 1);
  });
});

describe('reminders', () => {
  it('go to who has not submitted, at most once a day, and give fresh links', async () => {
    const { id } = await desk.request();
    const someone = await desk.service.account();
    const { body } = await invite(id, [
      { name: 'Anna' },
      { name: 'Max', user_id: someone.id },
      { name: 'Done' },
    ]).expect(200);
    const [anna, max, done] = body.recipients;
    await desk.send({ token: tokenOf(done.url) });
    await desk.submit({ token: tokenOf(done.url) }).expect(200);
    const first = await remind(id).expect(200);
    expect(first.body).toEqual({ reminded: 1, links: [], skipped: [anna.id] });
    await desk.told(someone, 'filerequests.reminder', 1);
    const second = await remind(id, { new_links: true }).expect(200);
    expect(second.body).toEqual({
      reminded: 1,
      links: [{ id: anna.id, name: 'Anna', url: expect.any(String) }],
      skipped: [max.id],
    });
    await desk.open('open-request', { token: tokenOf(anna.url) }).expect(404);
    await desk.open('open-request', { token: tokenOf(second.body.links[0].url) }).expect(200);
    const named = await remind(id, { recipient_ids: [done.id, max.id], new_links: true }).expect(200);
    expect(named.body).toEqual({ reminded: 0, links: [], skipped: [done.id, max.id] });
    await aDayLater(id);
    const answers = await atOnce(20, () => remind(id, { recipient_ids: [max.id] }));
    expect(answers.reduce((sum, { body: { reminded } }) => sum + reminded, 0)).toBe(1);
    await desk.told(someone, 'filerequests.reminder', 2);
    expect((await remind(id, { recipient_ids: [randomUUID()] }).expect(404)).body).toEqual({
      error: 'Recipient not found',
    });
  });
});
