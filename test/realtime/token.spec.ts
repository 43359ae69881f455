import { randomUUID } from 'node:crypto';
import { KeyringService } from '../../src/platform/access/keyring.service.js';
import { forge } from '../account/token.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { type Actor, Stage } from './stage.js';

let stage: Stage;
let actor: Actor;

beforeAll(async () => {
  stage = await Stage.start();
  actor = await stage.actor();
});
afterAll(() => stage.stop());

const FORGED: [what: string, claims: unknown][] = [
  ['null', null],
  ['no object', 7],
  ['without an end', { sub: randomUUID(), sid: randomUUID() }],
];

function signed(claims: unknown): string {
  const { kid, secret } = stage.get(KeyringService).current;
  return forge({ alg: 'HS256', typ: 'JWT', kid }, claims as never, secret);
}

describe('a token with a valid signature whose claims are', () => {
  it.each(FORGED)('%s opens no socket', async (_, claims) => {
    const client = RealtimeClient.open(stage.url);
    await client.frame(({ op }) => op === 'hello');
    client.send({ op: 'auth', token: signed(claims) });
    expect(await client.closing()).toBe(4401);
    const headers = { authorization: `Bearer ${signed(claims)}` };
    expect(await RealtimeClient.refused(stage.url, { headers })).toMatchObject({ status: 401 });
  });

  it.each(FORGED)('%s opens no event stream and gets no ticket', async (_, claims) => {
    const headers = { authorization: `Bearer ${signed(claims)}` };
    expect((await stage.ask('/v1/realtime/events', headers)).status).toBe(401);
    expect((await stage.ask('/v1/realtime/tickets', headers, 'POST')).status).toBe(401);
  });

  it('those of the service opens both', async () => {
    const headers = { authorization: `Bearer ${actor.token}` };
    expect((await stage.ask('/v1/realtime/tickets', headers, 'POST')).status).toBe(201);
  });
});
