import { callers, inOrder } from '../network/callers.mjs';
import { ask } from '../network/database.mjs';
import { appendToLog, notify, recordEvent } from '../network/effects.mjs';

export const name = 'follow';
export const path = '/v1/follow';
export const writes = true;
export const network = true;
export const alone = true;

/** How far apart in the list two callers begin, so that those who follow at once follow different people. */
const STEP = 7;

/** Each caller follows each account of the demonstration once. */
export async function prepare(here, environment, sizes) {
  const followers = await callers(here, sizes.callers);
  const people = await ask(
    environment,
    `SELECT id FROM account.users WHERE email LIKE 'person%@demo.example' ORDER BY hashtextextended(id::text, 0)`,
  );
  const posts = inOrder((n) => {
    const caller = n % followers.length;
    const turn = Math.floor(n / followers.length);
    // Every caller follows everybody.
    if (turn >= people.length) return undefined;
    const { id } = people[(turn + caller * STEP) % people.length];
    return { headers: followers[caller].headers, body: { user_id: id } };
  });
  return { posts };
}

export function bare(app, { identify, transaction, json }) {
  app.post(path, identify, json, async (request, response) => {
    const follower_id = request.user.id;
    const { user_id: following_id } = request.body;
    const follow = await transaction(async (query) => {
      await query('block_lock_pair', follower_id, following_id);
      const [asked] = (await query('follow_ask', follower_id, following_id)).rows;
      if (!asked || asked.blocked) return undefined;
      const { before, status, follower } = asked;
      const made = { follower_id, following_id, status };
      if (status === before) return made;
      await recordEvent(query, 'follow.created', follower_id, made);
      const isFollow = status === 'following';
      const data = JSON.stringify({ follow: made, user: follower });
      const entry = [`user:${following_id}`, isFollow ? 'follow.created' : 'follow.requested', follower_id, data];
      const notified = await notify(query, {
        user_id: following_id,
        actor_id: follower_id,
        type: isFollow ? 'follow' : 'follow_request',
        about: { kind: 'user', id: following_id },
      });
      await appendToLog(query, [entry, ...notified]);
      return made;
    });
    if (!follow) return response.status(404).json({ error: 'User not found' });
    response.status(201).json({ follow });
  });
}
