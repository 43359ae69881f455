import { followerOfQuietOnes } from '../network/follower.mjs';

export const name = 'feed-quiet';
export const path = '/v1/feed';
export const network = true;
export const alone = true;

/** Five thousand of whom hardly anybody ever wrote: where a join would read the posts of all others. */
export const prepare = (here, environment, { follows }) => followerOfQuietOnes(here, environment, follows);
