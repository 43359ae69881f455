import type { Person } from '../social/people.js';
import { conversation, told } from './direct-people.js';
import { ann, bob, service, withPeople } from './stage.js';

/** The conversation of the current test, between its first two people. */
export let id: string;

export function withConversation(): void {
  withPeople();
  beforeEach(async () => {
    id = await conversation(ann, bob);
  });
}

export const path = (message: { id: string }, of = id) => `/v1/community/dm/${of}/messages/${message.id}`;
export const messages = async ({ client }: Person, query = '', of = id) =>
  (await client.get(`/v1/community/dm/${of}${query}`).expect(200)).body;
/** The logged events of each participant. */
export const both = async (...types: string[]) => [
  await told(service, ann, ...types),
  await told(service, bob, ...types),
];
