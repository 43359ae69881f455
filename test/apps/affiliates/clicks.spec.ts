import { randomUUID } from 'node:crypto';
import { FoldClicks } from '../../../src/apps/affiliates/jobs/fold-clicks.job.js';
import { landingOf } from '../../../src/apps/affiliates/clicks/landing.policy.js';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { BROWSER, LANDING, Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
let program: any;
let affiliate: any;
beforeAll(async () => {
  market = await Market.start();
});
beforeEach(async () => {
  [ann, bob] = [await market.person(), await market.person()];
  program = await market.program(ann, { attribution_days: 7 });
  affiliate = await market.join(bob, program);
});
afterAll(() => market.stop());

const clicks = () =>
  market.rows('SELECT * FROM ext_affiliates.clicks WHERE affiliate_id = $1 ORDER BY id', affiliate.id);
const location = (query = '', headers = {}) => market.sentTo(affiliate.code, query, headers);

describe('the public link', () => {
  it('leads to the landing page with a token, and stores no address', async () => {
    const headers = { referer: 'https://www.blog.example/post' };
    const answer = await market.visit(affiliate.code.toUpperCase(), '', headers);
    expect(answer.status).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [click, ...more] = await clicks();
    expect(more).toEqual([]);
    expect(answer.headers.location).toBe(`${LANDING}?ref=${click.token}`);
    expect(click.token).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(click).toMatchObject({ path: '/kit', referrer_host: 'blog.example' });
    const days = (click.expires_at.getTime() - click.created_at.getTime()) / (24 * 60 * 60 * 1000);
    expect(Math.round(days)).toBe(7);
    expect(JSON.stringify(click)).not.toContain('127.0.0.1');
    expect(JSON.stringify(click)).not.toContain('Mozilla');
  });

  it('counts a visitor once in half an hour, also when they come at once', async () => {
    const tokens = await atOnce(20, () => market.click(affiliate.code));
    expect(new Set(tokens).size).toBe(1);
    expect(await market.click(affiliate.code, { 'User-Agent': `${BROWSER} Edg/120.0` })).not.toBe(tokens[0]);
    expect(await clicks()).toHaveLength(2);
    await market.rows(
      `UPDATE ext_affiliates.clicks SET created_at = created_at - interval '31 minutes', half_hour = half_hour - 2
       WHERE affiliate_id = $1`,
      affiliate.id,
    );
    await market.click(affiliate.code);
    expect(await clicks()).toHaveLength(3);
  });

  it('does not count HEAD and robots', async () => {
    expect(await market.visit(affiliate.code, '', {}, 'HEAD')).toMatchObject({ status: 302 });
    expect(await location('', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).toBe(LANDING);
    expect(await clicks()).toEqual([]);
  });

  it('leads to a path of the same host, and nowhere else', async () => {
    expect((await location('?to=/sale%3Fa=1')).startsWith('https://shop.example/sale?a=1&ref=')).toBe(true);
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', '/%09/evil.example', 'evil'])
      expect((await location(`?to=${encodeURIComponent(decodeURIComponent(to))}`)).startsWith(`${LANDING}?ref=`)).toBe(
        true,
      );
  });

  it.each([
    ['/path', 'https://shop.example/path'],
    ['/a//b', LANDING],
    ['/..//evil.example', LANDING],
    ['/\t/evil.example', LANDING],
    ['\\\\evil.example', LANDING],
    ['javascript:alert(1)', LANDING],
    [null, LANDING],
  ])('reads to=%j as %s', (to, landing) => {
    expect(landingOf(LANDING, to).href).toBe(landing);
  });

  it('gives no token where nothing can be earned, and is nothing for unknown codes', async () => {
    const missing = await market.visit(`x${randomUUID().slice(0, 8)}`);
    expect(missing).toMatchObject({ status: 404, body: { error: 'Link not found' } });
    await market.ask(ann, 'review-affiliate', { affiliate_id: affiliate.id, decision: 'suspend' });
    expect(await location()).toBe(LANDING);
    await market.ask(ann, 'review-affiliate', { affiliate_id: affiliate.id, decision: 'reinstate' });
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'paused' });
    expect(await location()).toBe(LANDING);
    expect(await clicks()).toEqual([]);
    await market.service.setStatus(ann.id, 'banned');
    expect((await market.visit(affiliate.code)).status).toBe(404);
  });
});

describe('the days', () => {
  const stats = async (who: Account) => (await market.ask(who, 'stats')).stats;
  const move = (days: number) =>
    market.rows(
      `UPDATE ext_affiliates.clicks SET created_at = created_at - make_interval(days => $2),
         expires_at = expires_at - make_interval(days => $2), half_hour = half_hour - 48 * $2 WHERE affiliate_id = $1`,
      affiliate.id,
      days,
    );

  it('are counted, and say the same before and after', async () => {
    await market.click(affiliate.code);
    await market.click(affiliate.code, { 'User-Agent': `${BROWSER} Edg/120.0` });
    await move(1);
    const wanted = { clicks: 2, visitors: 2, conversions: 0, conversion_rate: 0 };
    expect((await stats(ann)).merchant).toMatchObject(wanted);
    for (let at = 0; at < 2; at++) await market.service.app.get(RollUpDaysJob, { strict: false }).run();
    await market.click(affiliate.code);
    expect((await stats(ann)).merchant).toMatchObject({ ...wanted, clicks: 3, visitors: 3 });
    expect((await stats(bob)).affiliate).toMatchObject({ clicks: 3, partnerships_active: 1 });
    const [row] = (await market.ask(ann, 'list-affiliates', { program_id: program.id })).affiliates;
    expect(row).toMatchObject({ clicks: 3, visitors: 3 });
    const { totals } = await market.ask(ann, 'get-program', { program_id: program.id });
    expect(totals.clicks).toBe(3);
  });

  it('forget clicks 30 days after they ended, but not those that conversions name', async () => {
    const token = await market.click(affiliate.code);
    await market.click(affiliate.code, { 'User-Agent': `${BROWSER} Edg/120.0` });
    const sale = { program_id: program.id, external_id: 'a1', amount: 5, currency: 'usd', referral: token };
    await market.ask(ann, 'record-conversion', sale);
    await move(38);
    await market.service.app.get(RollUpDaysJob, { strict: false }).run();
    for (let at = 0; at < 2; at++) await market.service.app.get(FoldClicks, { strict: false }).run();
    expect((await clicks()).map((click) => click.token)).toEqual([token]);
  });
});
