import { withoutIds } from '../network/comparable.mjs';
import { messages } from '../network/messages.mjs';

export const name = 'messages-one';
export const path = '/v1/community/rooms/{id}/messages';
export const writes = true;
export const comparable = withoutIds;

/** All into one room, where one waits for the other. */
export const prepare = async (here, environment) => ({ posts: await messages(here, environment, 1) });
