import fc from 'fast-check';
import { badnessOf, explanationOf, isBad, problemOf } from '../../../src/apps/domains/checks/outcome.policy.js';
import type { DnsAnswer } from '../../../src/apps/domains/dns/dns-answer.js';
import { routingOf } from '../../../src/apps/domains/dns/routing.policy.js';
import { PROBLEMS, ROUTINGS } from '../../../src/apps/domains/entities/domain.entity.js';
import { hostOf } from '../../../src/apps/domains/hosts/host.policy.js';

const DAY = 24 * 60 * 60_000;
const EDGE = { host: 'edge.example', has: (address: string) => address.startsWith('203.0.113.') };

const answers = (type: DnsAnswer['type'], value: fc.Arbitrary<string>) =>
  fc
    .record({ values: fc.array(value, { maxLength: 3 }), error: fc.constantFrom('ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT') })
    .map(({ values, error }): DnsAnswer => ({
      type,
      name: 'a.example',
      values,
      error: values.length ? null : error,
      ms: 1,
    }));
const names = answers('CNAME', fc.constantFrom('edge.example', 'b.example'));
const addresses = answers('A', fc.oneof(fc.ipV4(), fc.constantFrom('203.0.113.1', '10.0.0.1')));
const proofs = fc.constantFrom('ok', 'missing', 'mismatch', 'error');
const routings = fc.constantFrom(...ROUTINGS);

it('a host is itself, and nothing but a host', () => {
  const texts = fc.oneof(fc.domain(), fc.webUrl({ withQueryParameters: true }), fc.string(), fc.ipV4(), fc.ipV6());
  fc.assert(
    fc.property(texts, (text) => {
      const host = hostOf(text);
      if (!host) return;
      expect(host.name).toMatch(
        /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/,
      );
      expect(hostOf(host.name)).toEqual(host);
    }),
  );
});

it('traffic arrives only by the name or the addresses of the edge', () => {
  fc.assert(
    fc.property(fc.array(names, { maxLength: 8 }), fc.array(addresses, { maxLength: 2 }), (chain, found) => {
      const all = found.flatMap(({ values }) => values);
      const named = chain.some(({ values }) => values.includes('edge.example'));
      const routing = routingOf({ chain, addresses: found }, EDGE);
      expect(routing === 'ok').toBe(named || (all.length > 0 && all.every(EDGE.has)));
      if (routing === 'proxied') expect(all).not.toContain('10.0.0.1');
      if (routing === 'missing') expect(all).toEqual([]);
    }),
  );
});

it('a failure of DNS neither begins nor ends what leads to a lapse', () => {
  const since = fc.option(fc.integer({ min: 0, max: 60 }).map((days) => new Date(Date.now() - days * DAY)));
  fc.assert(
    fc.property(proofs, routings, fc.option(fc.constant('2020-01-01')), since, (proof, routing, seen, bad_since) => {
      const now = Date.now();
      const bad = isBad({ proof, routing }, seen, now);
      const next = badnessOf({ bad_since }, bad, now);
      expect(proof === 'ok' && bad !== false).toBe(false);
      if (bad === undefined) expect(next).toEqual({ bad_since, lapses: false });
      if (bad === false) expect(next).toEqual({ bad_since: null, lapses: false });
      if (next.lapses) expect(+(bad_since ?? now)).toBeLessThanOrEqual(now - 30 * DAY);
    }),
  );
});

it('each problem is explained in a sentence', () => {
  for (const problem of PROBLEMS) expect(explanationOf(problem, 'ok')).toMatch(/^[A-Z].*\.$/);
  expect(explanationOf(null, 'proxied')).toContain('proxy');
  expect(explanationOf(null, 'ok')).toBeNull();
  expect(problemOf({ proof: 'mismatch', routing: 'wrong' })).toBe('txt_mismatch');
});
