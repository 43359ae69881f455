import { ask } from '../network/database.mjs';
import { figuresRow, whole } from '../report.mjs';
import { signIn } from '../sign-in.mjs';

export const name = 'link-stats';

const REQUESTS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The figures of an owner of very many short links: of thirty days and of a year. */
export async function figures({ here, environment, sizes, load, rounds, warmUp }) {
  const { token, id } = await signIn(here);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await fetch(`${here.base}/v1/apps/install`, { method: 'POST', headers, body: '{"slug":"shortlinks"}' });
  await fill(environment, id, sizes);
  const results = { 30: [], 365: [] };
  const read = (days) => {
    const day = (ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const body = JSON.stringify({ from: day(days - 1), to: day(0) });
    const posts = Array.from({ length: REQUESTS }, () => ({ headers, body }));
    return load({ port: here.port, path: '/v1/apps/shortlinks/stats', posts, connections: 1 });
  };
  for (const days of warmUp ? [30, 365] : []) await read(days);
  for (let round = 1; round <= rounds; round++) {
    for (const days of [30, 365]) results[days].push(await read(days));
    const [month, year] = [30, 365].map((days) => results[days].at(-1).p50.toFixed(2));
    console.log(`link-stats round ${round}   p50 ${month} ms of 30 days, ${year} ms of a year`);
  }
  const { links, clicks } = sizes;
  return [
    figuresRow('link-stats', `here, ${whole(links)} links, ${whole(clicks)} clicks, 30 days`, results[30]),
    figuresRow('', 'here, a year', results[365]),
  ];
}

/** The clicks of a year by day, as the roll-up job counts them, and some of today. */
async function fill(environment, ownerId, { links, clicks }) {
  await ask(
    environment,
    `SET session_replication_role = replica;
     INSERT INTO ext_shortlinks.links (owner_id, slug, url)
     SELECT '${ownerId}', 'bench-' || n, 'https://example.com/' || n FROM generate_series(1, ${links}) n;
     INSERT INTO ext_shortlinks.link_days (link_id, day, clicks, visitors)
     SELECT l.id, (now() AT TIME ZONE 'UTC')::date - 1 - n % 365, 1, 1 FROM generate_series(1, ${clicks}) n
     JOIN (SELECT id, row_number() OVER () AS place FROM ext_shortlinks.links WHERE owner_id = '${ownerId}') l
       ON l.place = 1 + (n::bigint * 7919) % ${links}
     ON CONFLICT (link_id, day) DO UPDATE SET clicks = link_days.clicks;
     INSERT INTO ext_shortlinks.owner_days (owner_id, dimension, day, value, clicks, visitors)
     SELECT '${ownerId}', d.dimension, (now() AT TIME ZONE 'UTC')::date - day,
       CASE d.dimension WHEN 'all' THEN '' WHEN 'thing' THEN l.id::text ELSE d.dimension || '-' || v END, 1 + v, 1 + v
     FROM generate_series(1, 365) day
     CROSS JOIN (VALUES ('all', 1), ('thing', 51), ('referrer', 51), ('country', 51)) d (dimension, most)
     CROSS JOIN LATERAL generate_series(1, d.most) v
     LEFT JOIN (SELECT id, row_number() OVER () AS place FROM ext_shortlinks.links WHERE owner_id = '${ownerId}') l
       ON l.place = 1 + (day * 51 + v) % ${links};
     INSERT INTO ext_shortlinks.rollup_state (name, rolled_through)
     VALUES ('shortlinks', (now() AT TIME ZONE 'UTC')::date - 1)
     ON CONFLICT (name) DO UPDATE SET rolled_through = excluded.rolled_through;
     INSERT INTO ext_shortlinks.clicks (link_id, visitor_hash, country, referrer_host)
     SELECT l.id, int4send(n), 'DE', 'hub.example' FROM generate_series(1, ${clicks} / 365) n
     JOIN (SELECT id, row_number() OVER () AS place FROM ext_shortlinks.links WHERE owner_id = '${ownerId}') l
       ON l.place = 1 + n % ${links}`,
  );
  await ask(environment, 'VACUUM ANALYZE');
}
