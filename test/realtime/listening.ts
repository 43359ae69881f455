import type { Person } from '../social/people.js';
import { type RealtimeEvent, RealtimeClient } from '../support/realtime-client.js';
import { eventually, type TestService } from '../support/service.js';

/** Somebody with his connection: on his own stream, and on those that are named. */
export async function listen(
  { url }: TestService,
  { client }: Pick<Person, 'client'>,
  ...streams: string[]
): Promise<RealtimeClient> {
  const listener = await RealtimeClient.connect(url, { headers: client.headers });
  if (streams.length) {
    const answers = await listener.subscribe(...streams);
    expect(answers.filter(({ error }) => error)).toEqual([]);
  }
  return listener;
}

/** When the database knows too that they are there, which it is told a moment later. */
export const written = ({ database }: TestService, ...people: { id: string }[]) =>
  eventually(async () => {
    const { rows } = await database.query(
      'SELECT DISTINCT user_id FROM realtime.connections WHERE user_id = ANY ($1)',
      [people.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(people.length);
  });

/** From a position as `X-Realtime-Position` tells it. */
export async function listenFrom({ url }: TestService, { client }: Pick<Person, 'client'>, position: string) {
  const [stream = '', epoch = '', seq] = position.split(';');
  const positions = new Map([[stream, { epoch, seq: Number(seq) }]]);
  const listener = await RealtimeClient.connect(url, { headers: client.headers, positions });
  const answer = await listener.frame(({ op, stream: one }) => op === 'subscribed' && one === stream);
  expect(answer).toMatchObject({ recovered: true });
  return listener;
}

/** What somebody heard, without when. */
export const heard = ({ type, stream, actor_id, data }: RealtimeEvent) => ({ type, stream, actor_id, data });

/** All durable events of these kinds that he heard, once everything has come that was said so far. */
export async function all(listener: RealtimeClient, ...types: string[]): Promise<object[]> {
  await listener.settled();
  return listener.events.filter(({ type }) => types.includes(type)).map(heard);
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
