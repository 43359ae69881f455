import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@community-platform/processor-sandbox';
import { isLocalCaller } from '../../src/platform/access/local-caller.guard.js';
import { SandboxWorkshop } from '../support/sandbox-client.js';
import { addressOf } from '../support/databases.js';
import { eventually } from '../support/service.js';

let shop: SandboxWorkshop;
beforeEach(async () => (shop = await SandboxWorkshop.start()));
afterEach(() => shop.stop());

/** Three events of three objects, while the delivery of new events is paused. */
async function threeHeld(): Promise<string[]> {
  await shop.client.hold();
  const sessions = [await shop.session(), await shop.session(), await shop.session()];
  for (const { id } of sessions) await shop.sdk.checkout.sessions.expire(id);
  return sessions.map(({ id }) => id);
}
const arrived = () => shop.received.map(({ event }) => event.data.object.id as string);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** The receiver answers once this many requests are open; returns the largest number of open requests. */
function answerTogether(count: number): () => number {
  let here = 0;
  let most = 0;
  let allHere: () => void = () => undefined;
  const together = new Promise<void>((resolve) => (allHere = resolve));
  shop.answer = async () => {
    most = Math.max(most, ++here);
    if (here === count) allHere();
    // Shorter than the sandbox waits for an answer.
    await Promise.race([together, sleep(9_000, undefined, { ref: false })]);
    here -= 1;
    return 200;
  };
  return () => most;
}
const delivered = async () => (await shop.client.events()).every((event) => event.delivered);

describe('deliveries', () => {
  it('are repeated until they are accepted, by the same event under a fresh signature', async () => {
    const answers = [500, 0, 302, 404];
    shop.answer = () => answers.shift() ?? 200;
    await shop.sdk.checkout.sessions.expire((await shop.session()).id);
    await shop.until(delivered);
    expect(shop.received).toHaveLength(5);
    expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(1);
    const [event] = await shop.client.events();
    expect(event).toMatchObject({ attempts: 5, status: 200, delivered: true, next_attempt_at: null });
    expect(shop.told).toEqual([expect.stringContaining('was answered 500')]);
    await pause(300);
    expect(shop.received).toHaveLength(5);
  });

  it('pause longer each time', async () => {
    const times: number[] = [];
    shop.answer = () => (times.push(Date.now()) > 4 ? 200 : 500);
    await shop.sdk.checkout.sessions.expire((await shop.session()).id);
    await shop.until(delivered);
    const [first = 0, , third = 0, , fifth = 0] = times;
    expect(third - first).toBeGreaterThanOrEqual(150);
    expect(fifth - third).toBeGreaterThanOrEqual(600);
  });

  it('of one matter come in their order, and a slow one holds up no other matter', async () => {
    const slow = await shop.subscription();
    const quick = await shop.session();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    shop.answer = async ({ event }) => {
      if (event.type === 'customer.subscription.created') await gate;
      return 200;
    };
    await shop.client.pay(slow.id);
    await shop.client.pay(quick.id);
    // The order between events of different objects is not guaranteed.
    const ofQuick = (event: any) => event.type === 'payment_intent.succeeded' || event.data.object.id === quick.id;
    const ofSlow = (event: any) => !ofQuick(event);
    expect(await shop.types(2, ofQuick)).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);
    await shop.types(1, ofSlow);
    await pause(150);
    expect(await shop.types(1, ofSlow)).toEqual(['customer.subscription.created']);
    open();
    expect(await shop.types(3, ofSlow)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ]);
  });

  it('of those that wait longest come first where more wait than are sent at once', async () => {
    await shop.client.hold();
    const ids: string[] = [];
    while (ids.length < 20) ids.push((await shop.session()).id);
    for (const id of ids) await shop.sdk.checkout.sessions.expire(id);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    shop.answer = () => gate.then(() => 200);
    await shop.client.letGo();
    await shop.types(16);
    expect(arrived().sort()).toEqual(ids.slice(0, 16).sort());
    open();
    await shop.until(delivered);
  });

  it('survive a stop in the middle', async () => {
    shop.answer = () => new Promise(() => undefined);
    await shop.sdk.checkout.sessions.expire((await shop.session()).id);
    await shop.types(1);
    await shop.sandbox.close();
    shop.forget();
    shop.answer = () => 200;
    await shop.open();
    expect(await shop.types(1)).toEqual(['checkout.session.expired']);
    await shop.until(delivered);
    // Stopping the sandbox must not count as a failure of the receiver.
    expect((await shop.client.events())[0]).toMatchObject({ attempts: 1 });
    expect(shop.told).toEqual([]);
  });

  it('do not wait for the end of a long pause when the sandbox starts anew', async () => {
    shop.answer = () => 500;
    await shop.sdk.checkout.sessions.expire((await shop.session()).id);
    await shop.types(1);
    await shop.sandbox.close();
    await shop.database.query(`UPDATE sandbox.events SET next_attempt_at = now() + interval '1 hour'`);
    shop.answer = () => 200;
    shop.forget();
    await shop.open();
    expect(await shop.types(1)).toEqual(['checkout.session.expired']);
  });

  it('go on after the database had cut every connection', async () => {
    const session = await shop.session();
    for (let at = 0; at < 5; at += 1) {
      await shop.database.query(
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
         WHERE application_name = 'processor-sandbox' AND datname = current_database()`,
      );
      await pause(60);
    }
    // The first call over a connection that was cut unnoticed fails.
    await eventually(() => shop.sdk.checkout.sessions.retrieve(session.id));
    await shop.sdk.checkout.sessions.expire(session.id);
    expect(await shop.types(1)).toEqual(['checkout.session.expired']);
    await shop.until(delivered);
  });

  it('are given up after three days', async () => {
    shop.answer = () => 500;
    await shop.sdk.checkout.sessions.expire((await shop.session()).id);
    await shop.types(1);
    await shop.database.query(`UPDATE sandbox.events SET created = now() - interval '73 hours'`);
    await shop.until(async () => (await shop.client.events())[0]?.next_attempt_at === null);
    const { length } = shop.received;
    await pause(400);
    expect(shop.received).toHaveLength(length);
  });
});

describe('what is held', () => {
  it('waits for its release, also over a start', async () => {
    const ids = await threeHeld();
    await pause(200);
    expect(shop.received).toEqual([]);
    await shop.sandbox.close();
    await shop.open();
    await pause(200);
    expect(shop.received).toEqual([]);
    const deliveries = await shop.client.release();
    expect(arrived()).toEqual(ids);
    expect(deliveries).toEqual(
      shop.received.map(({ event }) => ({ event: event.id, type: 'checkout.session.expired', status: 200 })),
    );
  });

  it('comes in reverse when that is asked', async () => {
    const ids = await threeHeld();
    await shop.client.release({ order: 'reverse' });
    expect(arrived()).toEqual(ids.reverse());
  });

  it('comes in any order, and at once', async () => {
    const ids = await threeHeld();
    const most = answerTogether(3);
    await shop.client.release({ order: 'shuffle', at_once: true });
    expect(arrived().sort()).toEqual(ids.sort());
    expect(most()).toBe(3);
  });

  it('comes in so many copies, and its refusals are told and repeated', async () => {
    await threeHeld();
    shop.answer = () => 503;
    const deliveries = await shop.client.release({ copies: 4 });
    expect(deliveries.map(({ status }) => status)).toEqual(Array(12).fill(503));
    shop.answer = () => 200;
    await shop.until(delivered);
  });

  it('ends with the release: what is new goes out by itself again', async () => {
    await threeHeld();
    await shop.client.release();
    shop.forget();
    await shop.sdk.checkout.sessions.expire((await shop.session()).id);
    expect(await shop.types(1)).toHaveLength(1);
  });

  it('is sent in its order when holding is switched off', async () => {
    await threeHeld();
    await shop.client.letGo();
    await shop.until(delivered);
    expect(shop.received).toHaveLength(3);
  });
});

describe('on demand', () => {
  it('each event is sent so many times at once', async () => {
    await shop.client.copies(7);
    const most = answerTogether(7);
    await shop.sdk.checkout.sessions.expire((await shop.session()).id);
    await shop.until(delivered);
    expect([shop.received.length, most()]).toEqual([7, 7]);
    expect(await (await fetch(`${shop.sandbox.url}/sandbox/deliveries`)).json()).toEqual({
      hold: false,
      copies: 7,
    });
  });

  it('an event is sent again', async () => {
    await shop.sdk.checkout.sessions.expire((await shop.session()).id);
    await shop.until(delivered);
    const [event] = await shop.client.events();
    shop.answer = () => 409;
    const deliveries = await shop.client.deliver(event?.id as string, 3);
    expect(deliveries.map(({ status }) => status)).toEqual([409, 409, 409]);
    await pause(200);
    expect(shop.received).toHaveLength(4);
    await expect(shop.client.deliver('evt_none')).rejects.toThrow('answered 404');
  });

  it('an event is made up about anything, and sent once', async () => {
    const session = await shop.session();
    shop.answer = () => 400;
    const { client } = shop;
    const [first] = await client.send({
      type: 'checkout.session.completed',
      object: session.id,
      created: 1000,
    });
    expect(first).toMatchObject({ type: 'checkout.session.completed', status: 400 });
    expect(shop.received[0]?.event).toMatchObject({
      id: first?.event,
      created: 1000,
      data: { object: { id: session.id, status: 'open' } },
    });
    await client.send({ type: 'any.thing', object: { id: 'x', odd: [1] }, id: 'evt_mine' });
    await client.send({ type: 'any.other', object: { id: 'y' }, id: 'evt_mine', copies: 2 });
    expect(await shop.types(4)).toEqual(['checkout.session.completed', 'any.thing', 'any.other', 'any.other']);
    expect(shop.received[1]?.event).toMatchObject({
      id: 'evt_mine',
      data: { object: { id: 'x', odd: [1] } },
    });
    await pause(200);
    expect(shop.received).toHaveLength(4);
    expect(await client.events('x')).toHaveLength(1);
    await expect(client.send({ type: 'a', object: 'none' })).rejects.toThrow('answered 404');
    await expect(client.send({ type: '', object: session.id })).rejects.toThrow('answered 400');
  });

  it.each(['{"copies":0}', '{"copies":51}', '{"copies":1.5}', '{"hold":"maybe"}', '{'])(
    '%s is refused',
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const url = `${shop.sandbox.url}/sandbox/deliveries`;
      expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(400);
    },
  );
});

it('a port that is taken becomes another', async () => {
  const { database } = (await shop.database.query('SELECT current_database() AS database')).rows[0];
  const port = Number(new URL(shop.sandbox.url).port);
  const other = await startSandbox({
    ...shop.secrets,
    isLocalCaller,
    databaseUrl: addressOf(database),
    host: '127.0.0.1',
    port,
    webhookUrl: () => 'http://127.0.0.1:9/',
    tell: () => undefined,
  });
  expect(other.url).toMatch(/^http:\/\/localhost:\d+$/);
  expect(other.url).not.toBe(shop.sandbox.url);
  await other.close();
});
