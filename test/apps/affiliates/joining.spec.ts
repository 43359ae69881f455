import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  market = await Market.start();
});
beforeEach(async () => {
  [ann, bob] = [await market.person(), await market.person()];
});
afterAll(() => market.stop());

const code = () => `c-${randomUUID().slice(0, 12)}`;
const join = (who: Account, program: { id: string }, more: object = {}) =>
  market.call(who, 'join-program', { program_id: program.id, accept_terms: true, ...more });
const review = (affiliate: { id: string }, decision: string, more: object = {}) =>
  market.call(ann, 'review-affiliate', { affiliate_id: affiliate.id, decision, ...more });

describe('join-program', () => {
  it('makes an affiliate at once or after a review, and notifies the merchant', async () => {
    const program = await market.program(ann, { auto_approve_affiliates: false });
    const wanted = code();
    const application = 'I write about kits.';
    const { partnership } = (await join(bob, program, { code: wanted, application }).expect(200)).body;
    const link = `/v1/apps/affiliates/public/r/${wanted}`;
    expect(partnership).toMatchObject({ status: 'pending', code: wanted, application, owner_id: bob.id });
    expect(partnership.link.endsWith(link)).toBe(true);
    const open = await market.program(ann);
    expect(await market.join(bob, open)).toMatchObject({ status: 'active', commission_percent: null });
    expect((await market.notices(ann, 'application')).map(({ data }) => data.status)).toEqual(['pending', 'active']);
    await market.set(ann, { notify_applications: false });
    await market.join(await market.person(), open);
    expect(await market.notices(ann, 'application')).toHaveLength(2);
  });

  it('makes a code from the username', async () => {
    const program = await market.program(ann);
    await bob.client.patch('/v1/users/me', { username: 'bob_miller' }).expect(200);
    expect((await market.join(bob, program)).code).toMatch(/^bob-miller-[a-z0-9]{5}$/);
    expect((await market.join(await market.person(), program)).code).toMatch(/^[a-z0-9-]{3,32}$/);
  });

  it('refuses in words', async () => {
    const program = await market.program(ann);
    const taken = code();
    await join(bob, program, { accept_terms: false }).expect(400, { error: 'Accept the terms first' });
    await join(ann, program).expect(409, { error: 'You cannot join your own program' });
    await join(bob, program, { code: taken }).expect(200);
    await join(bob, program).expect(409, { error: 'You already joined this program' });
    const other = await market.person();
    await join(other, program, { code: taken }).expect(409, { error: 'This code is taken' });
    for (const wrong of ['ab', 'Upper', 'a_b', 'a'.repeat(33)]) await join(other, program, { code: wrong }).expect(400);
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'paused' });
    await join(other, program).expect(409, { error: 'Program is not open' });
    await join(other, { id: randomUUID() }).expect(404, { error: 'Program not found' });
  });

  it('lets who was rejected apply again after 30 days', async () => {
    const program = await market.program(ann, { auto_approve_affiliates: false });
    const affiliate = await market.join(bob, program);
    await review(affiliate, 'reject', { note: 'Not yet.' }).expect(200);
    const again = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const { status, body } = await join(bob, program);
    expect(status).toBe(409);
    expect(body.error >= `You can apply again on ${again}`).toBe(true);
    await market.rows(
      `UPDATE ext_affiliates.affiliates SET decided_at = now() - interval '30 days' WHERE id = $1`,
      affiliate.id,
    );
    const { partnership } = (await join(bob, program, { application: 'Now?' }).expect(200)).body;
    expect(partnership).toMatchObject({
      id: affiliate.id,
      status: 'pending',
      code: affiliate.code,
      application: 'Now?',
    });
    expect(partnership).toMatchObject({ decision_note: null, decided_at: null });
  });

  it('gives a code to one of twenty', async () => {
    const program = await market.program(ann);
    const people = await atOnce(20, () => market.person());
    const wanted = code();
    const answers = await atOnce(20, (at) => join(people[at] as Account, program, { code: wanted }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'This code is taken' }]);
  });

  it('makes one partnership of twenty calls', async () => {
    const program = await market.program(ann);
    expect(tally(await atOnce(20, () => join(bob, program)))).toEqual({ 200: 1, 409: 19 });
  });

  it('stops at 10,000 affiliates', async () => {
    const program = await market.program(ann);
    await market.rows(
      `INSERT INTO ext_affiliates.affiliates (program_id, code) SELECT $1, $2 || n FROM generate_series(1, 9999) n`,
      program.id,
      `${code()}-`,
    );
    const people = await atOnce(3, () => market.person());
    const answers = await atOnce(3, (at) => join(people[at] as Account, program));
    expect(tally(answers)).toEqual({ 200: 1, 409: 2 });
    expect(refusals(answers)).toEqual([{ error: 'Program is full' }]);
  });
});

describe('review-affiliate', () => {
  it('moves an affiliate as the contract says, with the note', async () => {
    const program = await market.program(ann, { auto_approve_affiliates: false });
    const affiliate = await market.join(bob, program);
    const moves = [
      ['suspend', 'pending'],
      ['reinstate', 'pending'],
      ['approve'],
      ['reject', 'active'],
      ['reinstate', 'active'],
      ['suspend'],
      ['approve', 'suspended'],
      ['suspend', 'suspended'],
      ['reinstate'],
    ] as const;
    for (const [decision, refusal] of moves) {
      if (refusal) await review(affiliate, decision).expect(409, { error: `Affiliate is ${refusal}` });
      else await review(affiliate, decision, { note: `I ${decision}.` }).expect(200);
    }
    const told = await market.notices(bob);
    expect(told.map(({ type, data }) => [type, data.note])).toEqual([
      ['affiliates.approved', 'I approve.'],
      ['affiliates.suspended', 'I suspend.'],
      ['affiliates.reinstated', 'I reinstate.'],
    ]);
  });

  it('sets the own rate alone where the affiliate is active already', async () => {
    const affiliate = await market.join(bob, await market.program(ann));
    const { body } = await review(affiliate, 'approve', { commission_amount: 3 }).expect(200);
    expect(body.affiliate).toMatchObject({ status: 'active', commission_amount: 3, commission_percent: null });
    const both = { commission_amount: 3, commission_percent: 3 };
    await review(affiliate, 'approve', both).expect(400, { error: 'Give commission_percent or commission_amount' });
    expect(await market.notices(bob)).toEqual([]);
    const input = { affiliate_id: affiliate.id, decision: 'suspend' };
    await market.expectRefused(bob, 'review-affiliate', input, 403, 'Forbidden');
  });

  it('is decided once by calls at once', async () => {
    const affiliate = await market.join(bob, await market.program(ann, { auto_approve_affiliates: false }));
    expect(tally(await atOnce(10, () => review(affiliate, 'reject')))).toEqual({ 200: 1, 409: 9 });
    expect(await market.notices(bob, 'rejected')).toHaveLength(1);
  });
});

describe('the lists', () => {
  it('show a merchant what each affiliate has brought, in three orders', async () => {
    const program = await market.program(ann);
    const [first, second] = [await market.join(bob, program), await market.join(await market.person(), program)];
    await market.sale(ann, first, 9000);
    await market.earned(ann, second, 4000);
    await market.click(first.code);
    const list = (more: object = {}) => market.ask(ann, 'list-affiliates', { program_id: program.id, ...more });
    const { affiliates } = await list();
    expect(affiliates.map(({ id }: any) => id)).toEqual([second.id, first.id]);
    expect(affiliates[1]).toMatchObject({
      user: { id: bob.id },
      code: first.code,
      clicks: 1,
      visitors: 1,
      conversions: 1,
      revenue: [{ currency: 'usd', amount: 90 }],
      earned: [],
      payable: [],
      paid: [],
    });
    expect(affiliates[0]).toMatchObject({ earned: [{ currency: 'usd', amount: 8 }], payable: [{ amount: 8 }] });
    const ids = async (more: object) => (await list(more)).affiliates.map(({ id }: any) => id);
    expect(await ids({ sort: 'revenue' })).toEqual([first.id, second.id]);
    expect(await ids({ sort: 'unpaid' })).toEqual([second.id, first.id]);
    expect(await ids({ query: first.code.slice(2) })).toEqual([first.id]);
    expect(await ids({ status: 'suspended' })).toEqual([]);
    const page = await list({ sort: 'revenue', limit: 1 });
    expect(await ids({ sort: 'revenue', limit: 1, cursor: page.next_cursor })).toEqual([second.id]);
    await market.expectRefused(bob, 'list-affiliates', { program_id: program.id }, 403, 'Forbidden');
  });

  it('show affiliates their board', async () => {
    const program = await market.program(ann);
    const affiliate = await market.join(bob, program);
    const pending = await market.sale(ann, affiliate, 1000);
    await market.earned(ann, affiliate, 2000);
    await market.manual(ann, affiliate);
    await market.earned(ann, affiliate, 3000);
    const { partnerships } = await market.ask(bob, 'list-my-partnerships', { status: 'active' });
    const { payable_at } = await market.commission(pending);
    expect(partnerships).toMatchObject([
      {
        id: affiliate.id,
        link: affiliate.link,
        program: { id: program.id, name: 'Studio kit', merchant: { id: ann.id } },
        clicks: { last_30_days: 0, all: 0 },
        conversions: { last_30_days: 3, all: 3 },
        pending: [{ currency: 'usd', amount: 2 }],
        payable: [{ currency: 'usd', amount: 6 }],
        in_payout: [],
        paid: [{ currency: 'usd', amount: 4 }],
        next_payable_at: payable_at.toISOString(),
      },
    ]);
    expect((await market.ask(bob, 'list-my-partnerships', { status: 'pending' })).partnerships).toEqual([]);
  });
});
