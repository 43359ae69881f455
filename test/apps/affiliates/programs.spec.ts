import { randomUUID } from 'node:crypto';
import { AnnounceClosingJob } from '../../../src/apps/affiliates/jobs/announce-closing.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { LANDING, Market } from './market.js';

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

const ONE_RATE = 'Give commission_percent or commission_amount';
const input = (fields: object = {}) => ({ name: 'Kit', landing_url: LANDING, ...fields });
const create = (fields: object) => market.call(ann, 'create-program', input(fields));
const ids = (programs: { id: string }[]) => programs.map(({ id }) => id);

describe('create-program', () => {
  it('opens an active program with the defaults of the contract and of the merchant', async () => {
    await market.set(ann, { default_hold_days: 14 });
    const { body } = await create({ commission_percent: 12.5 }).expect(200);
    expect(body.program).toMatchObject({
      owner_id: ann.id,
      status: 'active',
      commission_type: 'percent',
      commission_percent: 12.5,
      commission_amount: null,
      currency: 'usd',
      recurring_payments: 1,
      attribution_days: 30,
      hold_days: 14,
      auto_approve_affiliates: false,
      codes_without_click: true,
      min_payout: 0,
      landing_url: LANDING,
      scope: 'all',
      listed: true,
      items: [],
      merchant: { id: ann.id },
    });
  });

  it('takes a fixed commission in its currency, and exactly one of both kinds', async () => {
    const fixed = { commission_amount: 500, currency: 'JPY', min_payout: 2000 };
    const { program } = (await create(fixed).expect(200)).body;
    expect(program).toMatchObject({
      commission_type: 'fixed',
      commission_amount: 500,
      currency: 'jpy',
      min_payout: 2000,
    });
    await create({}).expect(400, { error: ONE_RATE });
    await create({ commission_percent: 5, commission_amount: 5 }).expect(400, { error: ONE_RATE });
  });

  it.each([
    { commission_percent: 0 },
    { commission_percent: 90.01 },
    { commission_percent: 5.001 },
    { commission_amount: 0 },
    { commission_amount: 5.5, currency: 'jpy' },
    { commission_percent: 5, landing_url: 'http://shop.example/' },
    { commission_percent: 5, landing_url: 'javascript:alert(1)' },
    { commission_percent: 5, recurring_payments: 121 },
    { commission_percent: 5, attribution_days: 0 },
    { commission_percent: 5, hold_days: 181 },
    { commission_percent: 5, min_payout: -1 },
    { commission_percent: 5, name: ' ' },
    { commission_percent: 5, scope: 'some' },
    { commission_percent: 5, items: [{ app_slug: 'forums', item_id: randomUUID() }] },
    { commission_percent: 5, unknown: 1 },
  ])('refuses %j', async (fields) => {
    const { body } = await create(fields).expect(400);
    expect(body.error).toBe('Validation error');
  });

  it('is about items of the caller alone', async () => {
    const mine = await market.store.draft(ann);
    const theirs = await market.store.draft(bob);
    const item = { app_slug: 'products', item_id: mine.id, commission_percent: 30 };
    const rate = { commission_percent: 10, scope: 'items' };
    const { program } = (await create({ ...rate, items: [item] }).expect(200)).body;
    expect(program).toMatchObject({ scope: 'items', items: [item] });
    await create(rate).expect(400, { error: 'Items are needed for this scope' });
    await create({ ...rate, items: [] }).expect(400, { error: 'Items are needed for this scope' });
    for (const wrong of [
      { app_slug: 'products', item_id: theirs.id },
      { app_slug: 'courses', item_id: mine.id },
      { app_slug: 'subscriptions', item_id: randomUUID() },
    ])
      await create({ ...rate, items: [item, wrong] }).expect(404, { error: 'Item not found' });
    await create({ ...rate, items: [item, item] }).expect(400);
  });

  it('asks each app for its own items', async () => {
    const [plan, box] = [randomUUID(), randomUUID()];
    const describing = (owner_id: string) => ({
      describe: (wanted: string[]) => Promise.resolve(wanted.map((id) => ({ id, owner_id, title: 'A thing' }))),
    });
    const ends = [market.service.beside('subscriptions', describing(ann.id))];
    ends.push(market.service.beside('bundles', describing(bob.id)));
    const items = [{ app_slug: 'subscriptions', item_id: plan }];
    await create({ commission_percent: 5, items }).expect(200);
    const foreign = [...items, { app_slug: 'bundles', item_id: box }];
    await create({ commission_percent: 5, items: foreign }).expect(404, { error: 'Item not found' });
    for (const end of ends) end();
  });

  it('stops at 50 that are not closed, also when twenty calls come at once', async () => {
    await market.rows(
      `INSERT INTO ext_affiliates.programs (owner_id, name, commission_type, percent_bp, landing_url, status)
       SELECT $1, 'P', 'percent', 100, 'https://p.example/', CASE WHEN n < 48 THEN 'paused' ELSE 'closed' END
       FROM generate_series(0, 60) n`,
      ann.id,
    );
    const answers = await atOnce(20, () => create({ commission_percent: 5 }));
    expect(tally(answers)).toEqual({ 200: 2, 409: 18 });
    expect(refusals(answers)).toEqual([{ error: 'Program limit reached' }]);
  });
});

describe('update-program', () => {
  const update = (program: { id: string }, fields: object, who = ann) =>
    market.call(who, 'update-program', { program_id: program.id, ...fields });

  it('changes what is given, and replaces the items', async () => {
    const [first, second] = [await market.store.draft(ann), await market.store.draft(ann)];
    const item = ({ id }: { id: string }) => ({ app_slug: 'products', item_id: id });
    const program = await market.program(ann, { items: [item(first)] });
    const changes = { commission_amount: 5, items: [item(second)], scope: 'items', listed: false, hold_days: 0 };
    const { body } = await update(program, changes).expect(200);
    expect(body.program).toMatchObject({ commission_type: 'fixed', commission_amount: 5, commission_percent: null });
    expect(body.program).toMatchObject({ listed: false, hold_days: 0, name: 'Studio kit' });
    expect(body.program.items).toMatchObject([item(second)]);
    await update(program, { items: [] }).expect(400, { error: 'Items are needed for this scope' });
    await update(program, { commission_amount: 5, commission_percent: 5 }).expect(400, { error: ONE_RATE });
    expect((await update(program, { currency: 'jpy' }).expect(200)).body.program.commission_amount).toBe(5);
  });

  it('keeps what amounts say when the currency changes, also of affiliates with their own', async () => {
    const program = await market.program(ann, { commission_amount: 5, min_payout: 20 });
    const { id: affiliate_id } = await market.join(bob, program);
    await market.ask(ann, 'review-affiliate', { affiliate_id, decision: 'approve', commission_amount: 7 });
    for (const currency of ['jpy', 'kwd', 'usd']) {
      const { body } = await update(program, { currency }).expect(200);
      expect(body.program).toMatchObject({ commission_amount: 5, min_payout: 20, currency });
      const { partnership } = await market.ask(bob, 'get-program', { program_id: program.id });
      expect(partnership.commission_amount).toBe(7);
    }
  });

  it('is for the owner alone', async () => {
    const program = await market.program(ann);
    await update(program, { name: 'Mine' }, bob).expect(403, { error: 'Forbidden' });
    await update({ id: randomUUID() }, { name: 'Mine' }).expect(404, { error: 'Program not found' });
  });

  it('closes for good: only the least payout changes, and active affiliates are notified once', async () => {
    const program = await market.program(ann);
    await market.join(bob, program);
    const waiting = await market.person();
    await update(program, { auto_approve_affiliates: false }).expect(200);
    await market.join(waiting, program);
    await update(program, { status: 'paused' }).expect(200);
    await update(program, { status: 'active' }).expect(200);
    await update(program, { status: 'closed' }).expect(200);
    for (const fields of [{ status: 'active' }, { name: 'Again' }, { status: 'closed' }, { items: [] }])
      await update(program, fields).expect(409, { error: 'Program is closed' });
    expect((await update(program, { min_payout: 10 }).expect(200)).body.program.min_payout).toBe(10);
    const job = market.service.app.get(AnnounceClosingJob, { strict: false });
    for (let at = 0; at < 2; at++) await job.run({ program_id: program.id });
    expect(await market.notices(bob, 'program_closed')).toHaveLength(1);
    expect(await market.notices(waiting, 'program_closed')).toEqual([]);
  });
});

describe('list-programs', () => {
  it('shows listed and active ones to all, the others to their merchant', async () => {
    const name = `Zebra ${randomUUID()}`;
    const open = await market.program(ann, { name });
    const hidden = await market.program(ann, { name, listed: false });
    const paused = await market.program(ann, { name });
    await market.ask(ann, 'update-program', { program_id: paused.id, status: 'paused' });
    const list = async (who: Pick<Account, 'client'>, filters: object = {}) =>
      ids((await market.ask(who, 'list-programs', { query: name.slice(2), ...filters })).programs);
    expect(await list({ client: market.service.client() })).toEqual([open.id]);
    expect(await list(bob)).toEqual([open.id]);
    expect(await list(ann)).toEqual([paused.id, hidden.id, open.id]);
    expect(await list(ann, { status: 'paused' })).toEqual([paused.id]);
    expect(await list(bob, { owner_id: ann.id })).toEqual([open.id]);
    expect(await list(bob, { owner_id: bob.id })).toEqual([]);
    const first = await market.ask(ann, 'list-programs', { owner_id: ann.id, limit: 2 });
    const { cursor } = { cursor: first.next_cursor };
    const rest = await market.ask(ann, 'list-programs', { owner_id: ann.id, limit: 2, cursor });
    expect([...ids(first.programs), ...ids(rest.programs)]).toEqual([paused.id, hidden.id, open.id]);
    expect(first.programs[0]).toMatchObject({ commission_percent: 20, merchant: { id: ann.id } });
  });
});

describe('get-program', () => {
  it('shows a partnership to its affiliate and totals to the merchant', async () => {
    const program = await market.program(ann, { listed: false });
    const partnership = await market.join(bob, program, { code: `bob-${randomUUID().slice(0, 8)}` });
    const get = (who: Pick<Account, 'client'>) => market.ask(who, 'get-program', { program_id: program.id });
    expect(await get(bob)).toMatchObject({ program: { id: program.id }, partnership, totals: null });
    expect(await get({ client: market.service.client() })).toMatchObject({ partnership: null, totals: null });
    await market.sale(ann, partnership, 4900);
    const approved = await market.earned(ann, partnership, 1000);
    expect((await market.commission(approved)).status).toBe('approved');
    expect((await get(ann)).totals).toEqual({
      affiliates: { pending: 0, active: 1, rejected: 0, suspended: 0 },
      clicks: 0,
      conversions: 2,
      revenue: [{ currency: 'usd', amount: 59 }],
      commissions: {
        pending: [{ currency: 'usd', amount: 9.8 }],
        approved: [{ currency: 'usd', amount: 2 }],
        paid: [],
      },
    });
  });

  it('knows a closed program only for its merchant and its affiliates', async () => {
    const program = await market.program(ann);
    await market.join(bob, program);
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'closed' });
    const stranger = await market.person();
    for (const who of [ann, bob])
      expect((await market.ask(who, 'get-program', { program_id: program.id })).program.status).toBe('closed');
    for (const who of [stranger, { client: market.service.client() }])
      await market.expectRefused(who, 'get-program', { program_id: program.id }, 404, 'Program not found');
  });
});
