import type { Account } from '../../support/service.js';
import { Desk } from './desk.js';
import { failing, hanging, Provider, saying } from './provider.js';

let provider: Provider;
let elsewhere: Provider;
let desk: Desk;
let ann: Account;
beforeAll(async () => {
  [provider, elsewhere] = await Promise.all([Provider.start(), Provider.start()]);
  desk = await Desk.start({ ...provider.variables, AI_TIMEOUT_SECONDS: '1', AI_STREAM: 'false' });
  ann = await desk.writer();
});
beforeEach(() => {
  provider.asked.length = 0;
});
afterAll(async () => {
  await desk.stop();
  await Promise.all([provider.stop(), elsewhere.stop()]);
});

const begin = async () => (await desk.ask(ann, 'generate-text', { prompt: 'Write a letter' })).run.id as string;

it.each([
  ['says nothing', () => undefined, null],
  ['begins and stops', hanging, 'The beginning'],
])(
  'a provider that %s is left after the time, and asked again after 5, 20 and 60 seconds',
  async (_, behaviour, output) => {
    provider.behaviour = behaviour;
    const id = await begin();
    for (const [nth, seconds] of [5, 20, 60].entries()) {
      const { wake_at } = await desk.waiting(id, nth + 1);
      const left = (wake_at.getTime() - Date.now()) / 1000;
      expect(left).toBeGreaterThan(seconds - 4);
      expect(left).toBeLessThanOrEqual(seconds + 1);
      await desk.again(id);
    }
    expect(await desk.finished(ann, id)).toMatchObject({ status: 'failed', error: 'Provider did not answer', output });
    expect(provider.asked.length).toBe(4);
    expect(provider.asked[0]).not.toHaveProperty('stream');
  },
);

/** For what is answered at once: on a busy machine that may take longer than a second too. */
const giveTime = () => Object.assign(desk.service.runtime.environment.ai.provider as object, { timeoutSeconds: 60 });

it('a provider that is well again answers at the next try', async () => {
  giveTime();
  provider.behaviour = failing(503);
  const id = await begin();
  await desk.waiting(id, 1);
  provider.behaviour = saying('Here it is.');
  await desk.again(id);
  expect(await desk.finished(ann, id)).toMatchObject({ status: 'completed', output: 'Here it is.', attempts: 2 });
});

it.each([301, 302, 303, 307, 308])('a redirect of status %i is not followed', async (status) => {
  giveTime();
  provider.behaviour = failing(status, { Location: `${elsewhere.url}chat/completions` });
  expect(await desk.finished(ann, await begin())).toMatchObject({
    status: 'failed',
    error: 'Provider refused the request',
  });
  expect(provider.asked.length).toBe(1);
  expect(elsewhere.requests).toBe(0);
});
