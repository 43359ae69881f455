import { accounts, atSize, day, fill, idsOf } from '../at-size.mjs';
import { callers, post } from '../network/callers.mjs';
import { whole } from '../report.mjs';

export const name = 'program';

const APP = '/v1/apps/affiliates';
const AFFILIATES = 1_000;
/** One of so many clicks is a sale. */
const CLICKS_OF_A_SALE = 20;

/** The lists and statistics of a program with very many clicks in the month before they are deleted, and of one affiliate. */
export async function figures(settings) {
  const { here, environment, sizes } = settings;
  const [merchant, affiliate] = await callers(here, 2);
  for (const one of [merchant, affiliate]) await post(here, one, '/v1/apps/install', { slug: 'affiliates' });
  const details = { name: 'Partners', commission_percent: 10, landing_url: 'https://shop.example/' };
  const more = { auto_approve_affiliates: true };
  const { id } = (await post(here, merchant, `${APP}/create-program`, { ...details, ...more })).program;
  await post(here, affiliate, `${APP}/join-program`, { program_id: id, code: 'bench-first', accept_terms: true });
  await fill(environment, rowsOf(merchant.id, id, sizes.clicks));
  const anyone = { 'content-type': 'application/json' };
  const year = { from: day(-364), to: day(0) };
  const of = (who, action, body) => ({ path: `${APP}/${action}`, headers: who.headers ?? who, body });
  return atSize(
    name,
    `${whole(sizes.clicks)} clicks`,
    [
      { what: 'list-programs', ...of(anyone, 'list-programs', {}) },
      { what: 'a search', ...of(anyone, 'list-programs', { query: 'Program 77' }) },
      { what: 'best affiliates', ...of(merchant, 'list-affiliates', { program_id: id, sort: 'revenue' }) },
      { what: 'commissions of the merchant', ...of(merchant, 'list-commissions', { role: 'merchant' }) },
      { what: 'commissions of the affiliate', ...of(affiliate, 'list-commissions', { role: 'affiliate' }) },
      { what: 'partnerships', ...of(affiliate, 'list-my-partnerships', {}) },
      { what: 'stats of a year', ...of(merchant, 'stats', year) },
      { what: 'stats of the affiliate', ...of(affiliate, 'stats', year) },
    ],
    settings,
  );
}

/** Clicks of 31 days, and their days; the sums of the affiliates are those of the sales. */
const rowsOf = (merchant, program, clicks) => `
  ${accounts('partner', AFFILIATES)}
  INSERT INTO ext_affiliates.programs (owner_id, name, commission_type, percent_bp, landing_url, created_at)
  SELECT ids[1 + n % many], 'Program ' || n, 'percent', 1000, 'https://shop.example/', now() - n * interval '1 minute'
  FROM generate_series(1, ${clicks} / 100) n, ${idsOf('partner')};
  INSERT INTO ext_affiliates.affiliates (owner_id, program_id, code, status, created_at)
  SELECT ids[n], '${program}', 'bench-' || n, 'active', now() - interval '1 year' FROM generate_series(2, ${AFFILIATES}) n,
    ${idsOf('partner')};
  CREATE TEMPORARY TABLE partner AS SELECT id, owner_id, row_number() OVER (ORDER BY code = 'bench-first' DESC, id) - 1 AS place
  FROM ext_affiliates.affiliates WHERE program_id = '${program}';
  INSERT INTO ext_affiliates.clicks (affiliate_id, token, visitor_hash, half_hour, path, expires_at, created_at)
  SELECT p.id, 'token ' || n, 'visitor ' || n, extract(epoch FROM at) / 1800, '/', at + interval '30 days', at
  FROM generate_series(1, ${clicks}) n JOIN partner p ON p.place = n % ${AFFILIATES},
    LATERAL (SELECT now() - n * interval '31 days' / ${clicks} AS at) moment;
  INSERT INTO ext_affiliates.click_days (affiliate_id, day, clicks, visitors)
  SELECT p.id, (now() AT TIME ZONE 'UTC')::date - n, 3, 3 FROM partner p, generate_series(1, 365) n;
  INSERT INTO ext_affiliates.program_days (program_id, day, clicks, visitors)
  SELECT '${program}', (now() AT TIME ZONE 'UTC')::date - n, 3 * ${AFFILIATES}, 3 * ${AFFILIATES} FROM generate_series(1, 365) n;
  INSERT INTO ext_affiliates.rollup_state (name, rolled_through) VALUES ('affiliates', (now() AT TIME ZONE 'UTC')::date - 1)
  ON CONFLICT (name) DO UPDATE SET rolled_through = excluded.rolled_through;
  INSERT INTO ext_affiliates.conversions (program_id, affiliate_id, matched_by, source, app_slug, payment_id, amount_minor,
    earned_minor, currency, rate_bp, occurred_at, created_at)
  SELECT '${program}', p.id, 'click', 'platform', 'products', gen_random_uuid(), 1000, 100, 'usd', 1000, at, at
  FROM generate_series(1, ${clicks} / ${CLICKS_OF_A_SALE}) n JOIN partner p ON p.place = n % ${AFFILIATES},
    LATERAL (SELECT now() - n * interval '350 days' / (${clicks} / ${CLICKS_OF_A_SALE}) AS at) moment;
  INSERT INTO ext_affiliates.commissions (owner_id, merchant_id, affiliate_id, conversion_id, kind, amount_minor, currency,
    status, payable_at, announced_at, sold_at, created_at)
  SELECT p.owner_id, '${merchant}', v.affiliate_id, v.id, 'earning', 100, 'usd',
    CASE WHEN v.occurred_at < now() - interval '30 days' THEN 'approved' ELSE 'pending' END,
    v.occurred_at + interval '30 days', now(), v.occurred_at, v.occurred_at
  FROM ext_affiliates.conversions v JOIN partner p ON p.id = v.affiliate_id;
  UPDATE ext_affiliates.affiliates a SET clicks_count = 3 * 365, revenue_sum = s.revenue, unpaid_sum = s.unpaid FROM (
    SELECT v.affiliate_id, sum(v.amount_minor) AS revenue, coalesce(sum(c.amount_minor) FILTER (WHERE c.status = 'approved'), 0) AS unpaid
    FROM ext_affiliates.conversions v JOIN ext_affiliates.commissions c ON c.conversion_id = v.id
    WHERE v.program_id = '${program}' GROUP BY v.affiliate_id
  ) s WHERE s.affiliate_id = a.id;
  INSERT INTO ext_affiliates.affiliate_sums (affiliate_id, currency, conversions, revenue_minor, pending_minor, payable_minor)
  SELECT v.affiliate_id, 'usd', count(*), sum(v.amount_minor), coalesce(sum(c.amount_minor) FILTER (WHERE c.status = 'pending'), 0),
    coalesce(sum(c.amount_minor) FILTER (WHERE c.status = 'approved'), 0)
  FROM ext_affiliates.conversions v JOIN ext_affiliates.commissions c ON c.conversion_id = v.id
  WHERE v.program_id = '${program}' GROUP BY v.affiliate_id`;
