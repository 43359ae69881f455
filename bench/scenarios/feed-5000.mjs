import { follower } from '../network/follower.mjs';

export const name = 'feed-5000';
export const path = '/v1/feed';
export const network = true;
export const alone = true;

export const prepare = (here, environment, { follows }) => follower(here, environment, follows);
