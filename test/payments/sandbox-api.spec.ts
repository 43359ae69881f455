import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { SandboxWorkshop } from '../support/sandbox-client.js';

let shop: SandboxWorkshop;
beforeAll(async () => (shop = await SandboxWorkshop.start()));
afterAll(() => shop.stop());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(shop.sandbox.url + path, {
    ...init,
    headers: { authorization: `Bearer ${shop.secrets.secretKey}`, ...init.headers },
  });
const post = (path: string, body: string, key?: string) =>
  ask(path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(key && { 'idempotency-key': key }),
    },
  });

describe('errors', () => {
  it.each([undefined, '', 'Bearer sk_test_other', 'Basic c2tfdGVzdA==', 'Bearer '])(
    'a call with the authorization %p is none of ours',
    async (authorization) => {
      const headers = authorization === undefined ? undefined : { authorization };
      const response = await fetch(`${shop.sandbox.url}/v1/customers`, { headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        error: expect.objectContaining({ type: 'invalid_request_error' }),
      });
    },
  );

  it('the SDK knows them by their classes', async () => {
    const { sdk } = shop;
    const other = shop.sdkWith('sk_test_other');
    await expect(other.customers.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
    const unknown = { type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' };
    await expect(sdk.checkout.sessions.retrieve('cs_none')).rejects.toMatchObject(unknown);
    await expect(sdk.checkout.sessions.expire('cs_none')).rejects.toMatchObject(unknown);
    await expect(sdk.accounts.retrieve('acct_none')).rejects.toMatchObject(unknown);
    await expect(sdk.accounts.createLoginLink('acct_none')).rejects.toMatchObject(unknown);
    await expect(sdk.customers.retrieve('cus_none')).rejects.toMatchObject(unknown);
    await expect(sdk.subscriptions.cancel('sub_none')).rejects.toMatchObject(unknown);
    await expect(sdk.subscriptions.update('sub_none', { metadata: {} })).rejects.toMatchObject(unknown);
    await expect(sdk.paymentIntents.retrieve('pi_none')).rejects.toMatchObject(unknown);
    await expect(sdk.refunds.retrieve('re_none')).rejects.toMatchObject(unknown);
    await expect(sdk.transfers.retrieve('tr_none')).rejects.toMatchObject(unknown);
    await expect(sdk.events.retrieve('evt_none')).rejects.toMatchObject(unknown);
    await expect(sdk.products.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  it('an id of another kind is not found', async () => {
    const { id } = await shop.sdk.customers.create();
    await expect(shop.sdk.checkout.sessions.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each([
    ['a zero byte', 'name=a%00b'],
    ['an object for a text', 'name[a]=1'],
    ['a text for an object', 'metadata=x'],
    ['a key that is too long', `metadata[${'k'.repeat(41)}]=x`],
    ['a value that is too long', `metadata[a]=${'v'.repeat(501)}`],
    ['a body that is too large', `name=${'x'.repeat(1_100_000)}`],
    ['depth without end', `metadata${'[a]'.repeat(40)}=1`],
  ])('%s is refused, not a failure', async (_what, body) => {
    const response = await post('/v1/customers', body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as any).error.type).toBe('invalid_request_error');
    expect(shop.told).toEqual([]);
  });

  it('what is nobody’s to change stays as it is', async () => {
    await post('/v1/customers', 'metadata[__proto__][x]=1&__proto__[y]=2&constructor[prototype][z]=3');
    const plain: Record<string, unknown> = {};
    expect([plain.x, plain.y, plain.z]).toEqual([undefined, undefined, undefined]);
  });

  it('says nowhere whose double it is', async () => {
    const session = await shop.session();
    const answers = await Promise.all([
      ask(`/v1/checkout/sessions/${session.id}`),
      ask('/v1/none'),
      ask('/sandbox/calls'),
      ask('/'),
      ask(`/pay/${session.id}`),
    ]);
    const texts = await Promise.all(answers.map(async (one) => JSON.stringify([...one.headers]) + (await one.text())));
    // Without a key the SDK generates one that contains its name.
    const text = texts.join('\n').replaceAll('stripe-node-retry', '');
    expect(text.match(/.{0,60}(stripe|x-powered-by).{0,20}/i)).toBeNull();
  });
});

describe('customers', () => {
  it('are made, changed and found', async () => {
    const { sdk } = shop;
    const made = await sdk.customers.create({ email: 'ann@example.com', metadata: { user: '1', old: 'x' } });
    expect(made).toMatchObject({ object: 'customer', email: 'ann@example.com', metadata: { user: '1' } });
    await sdk.customers.update(made.id, { name: 'Ann', metadata: { old: '', new: 'y' } });
    const read = await sdk.customers.retrieve(made.id);
    expect(read).toMatchObject({ name: 'Ann', email: 'ann@example.com' });
    expect('metadata' in read && read.metadata).toEqual({ user: '1', new: 'y' });
    const { data } = await sdk.customers.list({ email: 'ann@example.com' });
    expect(data.map(({ id }) => id)).toEqual([made.id]);
  });
});

describe('an idempotency key', () => {
  const count = async () => {
    const { rows } = await shop.database.query(`SELECT count(*)::int FROM sandbox.objects WHERE type = 'customer'`);
    return rows[0].count as number;
  };

  it('gives the same answer again, and does nothing again', async () => {
    const before = await count();
    const key = randomUUID();
    const first = await post('/v1/customers', 'name=Ann', key);
    const second = await post('/v1/customers', 'name=Ann', key);
    expect(await second.json()).toEqual(await first.json());
    expect([first, second].map((one) => one.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(await count()).toBe(before + 1);
  });

  it('with another body or at another address is an idempotency_error', async () => {
    const idempotencyKey = randomUUID();
    const { sdk } = shop;
    await sdk.customers.create({ name: 'Ann' }, { idempotencyKey });
    const error = { type: 'StripeIdempotencyError', statusCode: 400 };
    await expect(sdk.customers.create({ name: 'Bob' }, { idempotencyKey })).rejects.toMatchObject(error);
    await expect(sdk.accounts.create({ type: 'express' }, { idempotencyKey })).rejects.toMatchObject(error);
  });

  it('used by twenty at once makes one thing', async () => {
    const before = await count();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/v1/customers', 'name=Twins', key)));
    const ids = await Promise.all(answers.map(async (one) => ((await one.json()) as any).id));
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter((one) => one.headers.get('idempotent-replayed'))).toHaveLength(19);
    expect(await count()).toBe(before + 1);
  });

  it('keeps a refusal, and what it was about is not changed by a replay', async () => {
    const key = randomUUID();
    const account = await shop.account(false);
    const body = `amount=100&currency=usd&destination=${account}`;
    const first = await post('/v1/transfers', body, key);
    expect(first.status).toBe(400);
    await shop.client.onboard(await shop.onboardingLink(account));
    const second = await post('/v1/transfers', body, key);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([400, 'true']);
    expect(await second.json()).toEqual(await first.json());
    expect((await post('/v1/transfers', body, randomUUID())).status).toBe(200);
  });

  it('of a session gives its address of now, after a start on another port', async () => {
    const idempotencyKey = randomUUID();
    const asked = {
      account: await shop.account(false),
      type: 'account_onboarding' as const,
      refresh_url: 'http://shop.example/again',
      return_url: 'http://shop.example/back',
    };
    const first = await shop.sdk.accountLinks.create(asked, { idempotencyKey });
    const { url } = shop.sandbox;
    await shop.sandbox.close();
    await shop.open();
    expect(shop.sandbox.url).not.toBe(url);
    const second = await shop.sdk.accountLinks.create(asked, { idempotencyKey });
    expect(first.url).toMatch(`${url}/onboard/`);
    expect(second.url).toBe(first.url.replace(url, shop.sandbox.url));
  });
});

describe('an outage', () => {
  afterEach(() => shop.client.outage({ calls: 0 }));

  it.each([
    [500, 'StripeAPIError'],
    [503, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
    [402, 'StripeCardError'],
  ] as const)('of %i lasts for so many calls', async (status, type) => {
    await shop.client.outage({ calls: 2, status });
    await expect(shop.sdk.customers.create()).rejects.toMatchObject({ type, statusCode: status });
    await expect(shop.sdk.customers.list()).rejects.toMatchObject({ statusCode: status });
    await shop.sdk.customers.list();
  });

  it('of one path leaves the others alone, and calls: 0 ends it', async () => {
    await shop.client.outage({ calls: 5, path: '/v1/refunds' });
    await shop.sdk.customers.list();
    await expect(shop.sdk.refunds.list()).rejects.toMatchObject({ statusCode: 500 });
    await shop.client.outage({ calls: 0 });
    await shop.sdk.refunds.list();
  });

  it('can hang first', async () => {
    await shop.client.outage({ calls: 1, hang_ms: 300 });
    const begun = Date.now();
    await expect(shop.sdk.customers.list()).rejects.toMatchObject({ statusCode: 500 });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(290);
  });

  it('is not kept under an idempotency key; a lost answer is', async () => {
    const idempotencyKey = randomUUID();
    const make = () => shop.sdk.customers.create({ name: 'Lost' }, { idempotencyKey });
    await shop.client.outage({ calls: 1 });
    await expect(make()).rejects.toMatchObject({ statusCode: 500 });
    expect((await shop.sdk.customers.list({ limit: 1 })).data[0]?.name).not.toBe('Lost');
    await shop.client.outage({ calls: 1, lost: true });
    await expect(make()).rejects.toMatchObject({ statusCode: 500 });
    const { data } = await shop.sdk.customers.list({ limit: 1 });
    expect(data[0]?.name).toBe('Lost');
    expect((await make()).id).toBe(data[0]?.id);
  });

  it.each([{}, { calls: -1 }, { calls: 'x' }, { calls: 1, status: 200 }, { calls: 1, hang_ms: -1 }])(
    '%p is none',
    async (outage) => {
      await expect(shop.client.outage(outage as never)).rejects.toThrow('answered 400');
    },
  );
});

describe('the calls', () => {
  it('are shown as they came: form decoded, key, status', async () => {
    await shop.sdk.customers.create({ metadata: { a: '1' } }, { idempotencyKey: 'shown-once' });
    await shop.sdk.customers.retrieve('cus_none').catch(() => undefined);
    const [made, read] = (await shop.client.calls()).slice(-2);
    expect(made).toMatchObject({
      method: 'POST',
      path: '/v1/customers',
      body: { metadata: { a: '1' } },
      idempotency_key: 'shown-once',
      status: 200,
    });
    expect(read).toMatchObject({ method: 'GET', path: '/v1/customers/cus_none', status: 404 });
    for (let at = 0; at < 210; at += 1) await ask('/v1/none');
    expect(await shop.client.calls()).toHaveLength(200);
  });

  it('and all else is out of reach for pages of other sites', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    for (const path of ['/sandbox/calls', '/v1/customers', '/']) {
      expect((await ask(path, { headers: crossSite })).status).toBe(403);
    }
    const session = await shop.session();
    const pressed = await ask(`/pay/${session.id}/pay`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    expect(pressed.status).toBe(403);
    // A link from another site is allowed. The test sets no mode, because fetch does not allow `navigate`.
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const status = await new Promise((resolve) =>
      get(`${shop.sandbox.url}/pay/${session.id}`, { headers: visit }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }),
    );
    expect(status).toBe(200);
  });
});
