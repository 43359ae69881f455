import { randomUUID } from 'node:crypto';
import { ActionRunnerService } from '../../src/apps/kernel/calls/action-runner.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { type Account, TestService } from '../support/service.js';
import { HelloApp } from './hello/hello.app.js';
import { world } from './hello/waiting.actions.js';

let service: TestService;
let runner: ActionRunnerService;
let ann: Account;
beforeAll(async () => {
  service = await TestService.start({}, { apps: [HelloApp] });
  runner = service.app.get(ActionRunnerService);
  ann = await service.account();
  await ann.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
});
afterAll(() => service.stop());

const run = (action: string, input: object, { user = ann, store = undefined as Store } = {}) =>
  runner.run({ slug: 'hello', action, input, user_id: user.id, automation: 'workflows' }, store) as Promise<any>;
type Store = ((answer: object) => Promise<void>) | undefined;
const rows = async (statement: string, ...values: unknown[]) => (await service.database.query(statement, values)).rows;
const events = (action: string) => rows('SELECT actor_id FROM events.domain_events WHERE type = $1', `hello/${action}`);

describe('an action without a request', () => {
  it('does what the endpoint does, and leaves its event', async () => {
    const { greeting } = await run('say-hello', { words: 'By itself' });
    expect(greeting.words).toBe('By itself');
    expect(await events('say-hello')).toEqual([{ actor_id: ann.id }]);
    expect(await run('read-greeting', { greeting_id: greeting.id })).toEqual({ greeting });
  });

  it('is refused as a request is', async () => {
    const stranger = await service.account();
    const { greeting } = await run('say-hello', { words: 'Mine' });
    const change = { greeting_id: greeting.id, words: 'Yours' };
    await expect(run('say-hello', { words: 'x' }, { user: stranger })).rejects.toThrow('App not installed');
    await stranger.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    await expect(run('change-greeting', change, { user: stranger })).rejects.toThrow('Forbidden');
    await expect(run('change-greeting', { ...change, more_words: 1 })).rejects.toThrow('Validation error');
    await expect(run('change-greeting', { ...change, greeting_id: randomUUID() })).rejects.toThrow(
      'Greeting not found',
    );
    await expect(run('forget-all', {})).rejects.toThrow('Forbidden');
    await expect(run('say-goodbye', {})).rejects.toThrow('Action not found');
    await rows(`UPDATE account.users SET user_status = 'banned' WHERE id = $1`, stranger.id);
    await expect(run('say-hello', { words: 'x' }, { user: stranger })).rejects.toThrow('Not authenticated');
  });

  it('ends in one transaction with what its caller stores', async () => {
    const database = service.app.get(DatabaseService);
    const fails = async () => {
      expect(database.inTransaction()).toBe(true);
      throw new Error('The step could not be stored');
    };
    const stored: object[] = [];
    const store = async (answer: object) => void stored.push(answer);
    for (const [action, words] of [
      ['say-hello', 'Never stored'],
      ['order-greeting', 'Never ordered'],
    ] as const) {
      const before = (await events(action)).length;
      await expect(run(action, { words }, { store: fails })).rejects.toThrow('The step could not be stored');
      expect(await events(action)).toHaveLength(before);
      const answer = await run(action, { words: 'Stored' }, { store });
      expect(stored.at(-1)).toEqual(answer);
      expect(await events(action)).toHaveLength(before + 1);
    }
    expect(await rows(`SELECT FROM ext_hello.greetings WHERE words = 'Never stored'`)).toEqual([]);
  });

  it('stores the answer of a read too, and nothing where somebody outside fails', async () => {
    const stored: object[] = [];
    const store = async (answer: object) => void stored.push(answer);
    const { greeting } = await run('say-hello', { words: 'Read' });
    await run('read-greeting', { greeting_id: greeting.id }, { store });
    expect(stored.splice(0)).toEqual([{ greeting }]);
    world.fails = true;
    await expect(run('order-greeting', { words: 'Away' }, { store })).rejects.toThrow('The world is away');
    world.fails = false;
    expect(stored).toEqual([]);
  });
});
