import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { insertInto } from '../insert.mjs';
import { inOrder, newCaller, post } from '../network/callers.mjs';

export const name = 'qr-code';
export const path = '/v1/apps/qr/public/{key}';
export const writes = true;

const CODES = 200;

/** Every request is that of another visitor, so that each of them is counted. */
export async function prepare(here) {
  const caller = await newCaller(here);
  await post(here, caller, '/v1/apps/install', { slug: 'qr' });
  const wanted = Array.from({ length: CODES }, (_, n) => ({
    name: `Table ${n}`,
    kind: 'url',
    content: { url: `https://shop.example.com/${n}` },
  }));
  const { codes } = await post(here, caller, '/v1/apps/qr/bulk-create-codes', { codes: wanted });
  const posts = inOrder((visitor) => {
    const { key } = codes[visitor % CODES];
    const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.${visitor} Safari/537.36`;
    return { path: `/v1/apps/qr/public/${key}`, headers: { 'user-agent': agent } };
  });
  return { posts };
}

const ADD = insertInto('ext_qr.scans', 'code_id', 'visitor_hash', 'country', 'device', 'os');
const SALT = randomBytes(32);

/** One read, one insert by itself, and of the visitor the same fields that the service keeps. */
export function bare(app, { query }) {
  app.get('/v1/apps/qr/public/:key', async (request, response) => {
    const [code] = (await query('qr_scanned', request.params.key.toLowerCase())).rows;
    if (!code) return response.status(404).end();
    const agent = request.headers['user-agent'] ?? '';
    if (agent && !isbot(agent)) {
      const hash = createHmac('sha256', SALT).update(`${code.id}\n${request.ip}\n${agent}`).digest();
      const { device, os } = UAParser(agent);
      await query(ADD, code.id, hash.subarray(0, 16), null, device.type ?? 'desktop', os.name?.toLowerCase() ?? null);
    }
    response.set('Cache-Control', 'private, no-store').set('X-Robots-Tag', 'noindex');
    response.status(302).set('Location', code.content.url).end();
  });
}
