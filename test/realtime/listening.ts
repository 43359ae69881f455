import type { Person } from '../social/people.js';
import { type RealtimeEvent, RealtimeClient } from '../support/realtime-client.js';
import { eventually, type TestService } from '../support/service.js';

/** A connection of a person, subscribed to the own stream and to the named streams. */
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

/** Waits until the connection records are written, which happens in batches. */
export const written = ({ database }: TestService, ...people: { id: string }[]) =>
  eventually(async () => {
    const { rows } = await database.query(
      'SELECT DISTINCT user_id FROM realtime.connections WHERE user_id = ANY ($1)',
      [people.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(people.length);
  });

/** Subscribes from a position of `X-Realtime-Position`. */
export async function listenFrom({ url }: TestService, { client }: Pick<Person, 'client'>, position: string) {
  const [stream = '', epoch = '', seq] = position.split(';');
  const positions = new Map([[stream, { epoch, seq: Number(seq) }]]);
  const listener = await RealtimeClient.connect(url, { headers: client.headers, positions });
  const answer = await listener.frame(({ op, stream: one }) => op === 'subscribed' && one === stream);
  expect(answer).toMatchObject({ recovered: true });
  return listener;
}

/** An event without its time. */
export const heard = ({ type, stream, actor_id, data }: RealtimeEvent) => ({ type, stream, actor_id, data });

/** All durable events of these types that the connection received, after everything so far has arrived. */
export async function all(listener: RealtimeClient, ...types: string[]): Promise<object[]> {
  await listener.settled();
  return listener.events.filter(({ type }) => types.includes(type)).map(heard);
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
