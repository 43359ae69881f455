import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { insertInto } from '../insert.mjs';
import { inOrder, newCaller, post } from '../network/callers.mjs';

export const name = 'page-view';
export const path = '/v1/apps/analytics/collect-event';
export const writes = true;

const SITES = 20;

/** Every request is that of another visitor, so that each of them is recorded. */
export async function prepare(here) {
  const caller = await newCaller(here);
  await post(here, caller, '/v1/apps/install', { slug: 'analytics' });
  const keys = [];
  for (let n = 0; n < SITES; n++) {
    const wanted = { name: `Site ${n}`, domain: `site${n}.example` };
    keys.push((await post(here, caller, '/v1/apps/analytics/create-site', wanted)).site.site_key);
  }
  const posts = inOrder((visitor) => {
    const at = visitor % SITES;
    const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.${visitor} Safari/537.36`;
    const url = `https://site${at}.example/page/${visitor % 50}?utm_source=news`;
    return {
      path,
      headers: { 'user-agent': agent, 'content-type': 'application/json' },
      body: { site_key: keys[at], url, referrer: 'https://hub.example/' },
    };
  });
  return { posts };
}

const ADD = insertInto(
  'ext_analytics.events',
  'site_id',
  'visitor_hash',
  'name',
  'path',
  'country',
  'device',
  'os',
  'browser',
  'referrer_host',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'props',
);
const SALT = randomBytes(32);
const sites = new Map();

/** One insert by itself, of the same fields that the service keeps; the site is read once. */
export function bare(app, { query, json }) {
  const find = async (key) => {
    if (!sites.has(key)) sites.set(key, (await query('analytics_recorded_site', key)).rows[0]);
    return sites.get(key);
  };
  app.post(path, json, async (request, response) => {
    const { site_key, url, referrer } = request.body;
    const site = await find(site_key);
    if (!site) return response.status(404).json({ error: 'Site not found' });
    const agent = request.headers['user-agent'] ?? '';
    if (!agent || isbot(agent)) return response.json({ accepted: false, reason: 'bot' });
    const { hostname, pathname, searchParams } = new URL(url);
    if (hostname !== site.domain && !hostname.endsWith(`.${site.domain}`)) {
      return response.json({ accepted: false, reason: 'host_not_allowed' });
    }
    const hash = createHmac('sha256', SALT).update(`${site.id}\n${request.ip}\n${agent}`).digest();
    const { device, os, browser } = UAParser(agent);
    await query(
      ADD,
      site.id,
      hash.subarray(0, 16),
      'pageview',
      pathname,
      null,
      device.type ?? 'desktop',
      os.name?.toLowerCase() ?? null,
      browser.name ?? null,
      new URL(referrer).hostname,
      searchParams.get('utm_source'),
      searchParams.get('utm_medium'),
      searchParams.get('utm_campaign'),
      null,
    );
    response.json({ accepted: true });
  });
}
