import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { insertInto } from '../insert.mjs';
import { inOrder, newCaller, post } from '../network/callers.mjs';

export const name = 'pixel-event';
export const path = '/v1/apps/pixels/public/{key}.gif';
export const writes = true;

const PIXELS = 100;

/** Every request is that of another reader, so that each of them is counted. */
export async function prepare(here) {
  const caller = await newCaller(here);
  await post(here, caller, '/v1/apps/install', { slug: 'pixels' });
  const keys = [];
  for (let n = 0; n < PIXELS; n++) {
    const { pixel } = await post(here, caller, '/v1/apps/pixels/create-pixel', {
      name: `Letter ${n}`,
      provider: 'own',
    });
    keys.push(pixel.key);
  }
  const posts = inOrder((reader) => {
    const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.${reader} Safari/537.36`;
    return {
      path: `/v1/apps/pixels/public/${keys[reader % PIXELS]}.gif?e=open&r=issue-14`,
      headers: { 'user-agent': agent },
    };
  });
  return { posts };
}

const ADD = insertInto(
  'ext_pixels.events',
  'pixel_id',
  'attachment_id',
  'name',
  'ref',
  'host',
  'visitor_hash',
  'country',
  'device',
  'is_proxied',
);
const SALT = randomBytes(32);
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** One read, one insert by itself, and of the reader the same fields that the service keeps. */
export function bare(app, { query }) {
  app.get('/v1/apps/pixels/public/:key.gif', async (request, response) => {
    const [pixel] = (await query('pixels_counted_by_key', request.params.key)).rows;
    const agent = request.headers['user-agent'] ?? '';
    if (pixel && agent && !isbot(agent)) {
      const { e, r } = request.query;
      const hash = createHmac('sha256', SALT).update(`${pixel.id}\n${request.ip}\n${agent}`).digest();
      const device = UAParser(agent).device.type ?? 'desktop';
      await query(ADD, pixel.id, null, e, r, null, hash.subarray(0, 16), null, device, false);
    }
    response.set('Cache-Control', 'no-store, private').set('Pragma', 'no-cache');
    response.set('Cross-Origin-Resource-Policy', 'cross-origin').type('image/gif').send(PICTURE);
  });
}
