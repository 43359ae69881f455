import { SandboxWorkshop } from '../support/sandbox-client.js';

let shop: SandboxWorkshop;
beforeAll(async () => (shop = await SandboxWorkshop.start()));
afterAll(() => shop.stop());
beforeEach(() => shop.quiet());

describe('a seller', () => {
  it('is signed up by a link: submitted, then enabled', async () => {
    const id = await shop.account(false);
    expect(await shop.sdk.accounts.retrieve(id)).toMatchObject({
      object: 'account',
      type: 'express',
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    });
    const { client } = shop;
    expect(await client.onboard(await shop.onboardingLink(id), 'leave')).toBe('http://shop.example/return');
    expect(await client.events(id)).toEqual([]);
    await client.onboard(await shop.onboardingLink(id), 'submitted');
    expect(await shop.types(1)).toEqual(['account.updated']);
    expect(shop.received[0]?.event.data).toMatchObject({
      object: { id, details_submitted: true, charges_enabled: false },
      previous_attributes: { details_submitted: false },
    });
    expect(await client.onboard(await shop.onboardingLink(id))).toBe('http://shop.example/return');
    await shop.types(2);
    expect(shop.received[1]?.event.data).toMatchObject({
      object: { id, charges_enabled: true, payouts_enabled: true },
      previous_attributes: { charges_enabled: false, payouts_enabled: false },
    });
  });

  it('uses a link once, within five minutes', async () => {
    const id = await shop.account(false);
    const link = await shop.onboardingLink(id);
    await shop.client.onboard(link, 'leave');
    expect(await shop.client.onboard(link)).toBe('http://shop.example/refresh');
    const opened = await fetch(link, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, 'http://shop.example/refresh']);

    const late = await shop.onboardingLink(id);
    await shop.database.query(
      `UPDATE sandbox.objects SET body = jsonb_set(body, '{expires_at}', '1000') WHERE id = $1`,
      [late.split('/').at(-1)],
    );
    expect(await shop.client.onboard(late)).toBe('http://shop.example/refresh');
    expect(await shop.sdk.accounts.retrieve(id)).toMatchObject({ details_submitted: false });
  });

  it('is updated', async () => {
    const id = await shop.account(false);
    await shop.sdk.accounts.update(id, { metadata: { user: '5' } });
    expect(await shop.sdk.accounts.retrieve(id)).toMatchObject({ metadata: { user: '5' } });
  });

  it.each([
    ['account', { account: 'acct_none' }],
    ['type', { type: 'gift' }],
    ['refresh_url', { refresh_url: undefined }],
    ['return_url', { return_url: 'ftp://shop.example' }],
  ])('gets no link with a wrong %s', async (param, wrong) => {
    const asked = shop.sdk.accountLinks.create({
      account: await shop.account(false),
      type: 'account_onboarding',
      refresh_url: 'http://shop.example/refresh',
      return_url: 'http://shop.example/return',
      ...(wrong as object),
    });
    await expect(asked).rejects.toMatchObject({ statusCode: 400, param });
  });

  it('opens the dashboard by a ticket that is good once', async () => {
    const id = await shop.account(false);
    await expect(shop.sdk.accounts.createLoginLink(id)).rejects.toMatchObject({ statusCode: 400 });
    await shop.client.onboard(await shop.onboardingLink(id));
    const { url } = await shop.sdk.accounts.createLoginLink(id);
    const first = await fetch(url);
    expect(first.status).toBe(200);
    expect(await first.text()).toContain(id);
    expect((await fetch(url)).status).toBe(404);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] as string;
    expect((await fetch(url, { headers: { cookie } })).status).toBe(200);
  });
});

describe('a refund', () => {
  const paid = async (more = {}) => {
    const { id } = await shop.session({ payment_intent_data: more });
    await shop.client.pay(id);
    return (await shop.sdk.checkout.sessions.retrieve(id)).payment_intent as string;
  };

  it('in parts never exceeds the payment, and each is told', async () => {
    const payment_intent = await paid({ metadata: { order: '3' } });
    const { refunds } = shop.sdk;
    const part = await refunds.create({ payment_intent, amount: 1500, metadata: { why: 'late' } });
    expect(part).toMatchObject({ object: 'refund', amount: 1500, status: 'succeeded', payment_intent });
    expect(await refunds.retrieve(part.id)).toMatchObject({ metadata: { why: 'late' } });
    await expect(refunds.create({ payment_intent, amount: 501 })).rejects.toMatchObject({
      code: 'amount_too_large',
      param: 'amount',
    });
    expect((await refunds.create({ payment_intent })).amount).toBe(500);
    await expect(refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    await shop.until(() => shop.received.filter(({ event }) => event.type === 'charge.refunded').length === 2);
    const told = shop.received.filter(({ event }) => event.type === 'charge.refunded');
    expect(told.map(({ event }) => event.data.object)).toEqual([
      expect.objectContaining({ payment_intent, amount_refunded: 1500, refunded: false }),
      expect.objectContaining({
        object: 'charge',
        payment_intent,
        amount: 2000,
        amount_refunded: 2000,
        refunded: true,
        currency: 'eur',
        metadata: { order: '3' },
      }),
    ]);
    expect((await refunds.list({ payment_intent })).data).toHaveLength(2);
  });

  it('of the whole by twenty at once happens once', async () => {
    const payment_intent = await paid();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => shop.sdk.refunds.create({ payment_intent })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('takes the seller’s part and the fee back in proportion', async () => {
    const destination = await shop.account();
    const payment_intent = await paid({ application_fee_amount: 333, transfer_data: { destination } });
    const give = (amount?: number) =>
      shop.sdk.refunds.create({
        payment_intent,
        amount,
        reverse_transfer: true,
        refund_application_fee: true,
      });
    const fee = async () => {
      const { rows } = await shop.database.query(
        `SELECT body FROM sandbox.objects WHERE type = 'application_fee' AND body->>'account' = $1`,
        [destination],
      );
      return rows[0].body;
    };
    expect((await give(1000)).transfer_reversal).not.toBeNull();
    expect(await fee()).toMatchObject({ amount: 333, amount_refunded: 166, refunded: false });
    await give();
    expect(await fee()).toMatchObject({ amount_refunded: 333, refunded: true });
    const { data } = await shop.sdk.transfers.list({ destination });
    expect(data).toEqual([expect.objectContaining({ amount: 2000, amount_reversed: 2000, reversed: true })]);
  });

  it('that is refused changes nothing', async () => {
    const destination = await shop.account();
    const payment_intent = await paid({ transfer_data: { destination } });
    const asked = shop.sdk.refunds.create(
      { payment_intent, reverse_transfer: true, refund_application_fee: true },
      { idempotencyKey: 'refused-in-the-middle' },
    );
    await expect(asked).rejects.toThrow('it has no application fee');
    const { data } = await shop.sdk.transfers.list({ destination });
    expect(data).toEqual([expect.objectContaining({ amount_reversed: 0, reversed: false })]);
    expect((await shop.sdk.refunds.list({ payment_intent })).data).toEqual([]);
  });

  it('needs a payment that succeeded, and a seller to take from', async () => {
    const { refunds } = shop.sdk;
    await expect(refunds.create({})).rejects.toMatchObject({ param: 'payment_intent' });
    await expect(refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({ statusCode: 404 });
    const { id } = await shop.session();
    await shop.client.payLater(id);
    const waiting = (await shop.sdk.checkout.sessions.retrieve(id)).payment_intent as string;
    await expect(refunds.create({ payment_intent: waiting })).rejects.toMatchObject({ statusCode: 400 });
    const payment_intent = await paid();
    for (const wrong of ['reverse_transfer', 'refund_application_fee']) {
      await expect(refunds.create({ payment_intent, [wrong]: true })).rejects.toMatchObject({ param: wrong });
    }
    expect((await refunds.create({ payment_intent })).amount).toBe(2000);
  });
});

describe('a transfer', () => {
  it('goes to a seller whose payouts are enabled', async () => {
    const destination = await shop.account();
    const made = await shop.sdk.transfers.create({
      amount: 700,
      currency: 'USD',
      destination,
      metadata: { withdrawal: '4' },
      transfer_group: 'w4',
    });
    expect(made).toMatchObject({ object: 'transfer', amount: 700, currency: 'usd', destination });
    expect(await shop.sdk.transfers.retrieve(made.id)).toMatchObject({ metadata: { withdrawal: '4' } });
    expect((await shop.sdk.transfers.list({ transfer_group: 'w4' })).data).toHaveLength(1);
  });

  it.each([
    ['amount', { amount: 0 }],
    ['currency', { currency: 'zzz' }],
    ['destination', { destination: 'acct_none' }],
    ['amount', { amount: undefined }],
  ])('with a wrong %s is refused', async (param, wrong) => {
    const given = { amount: 5, currency: 'usd', destination: await shop.account(), ...wrong };
    await expect(shop.sdk.transfers.create(given as never)).rejects.toMatchObject({ statusCode: 400, param });
  });

  it('to a seller without payouts is refused', async () => {
    const destination = await shop.account(false);
    const asked = shop.sdk.transfers.create({ amount: 5, currency: 'usd', destination });
    await expect(asked).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' });
  });
});
