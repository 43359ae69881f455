import { messages } from '../network/messages.mjs';

export { comparable } from '../network/messages.mjs';

export const name = 'messages-one';
export const path = '/v1/community/rooms/{id}/messages';

/** All into one room, where one waits for the other. */
export const prepare = async (here, environment, sizes) => ({
  posts: await messages(here, environment, sizes, 1),
});
