import type { Utm } from '../link.inputs.js';

const pairsOf = (query: string) => query.replace(/^\?/, '').split('&').filter(Boolean);
const keyOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';

/** Pairs stay written as they were: there are addresses that are signed. */
function withPairs(address: string, pairs: string[], without: Set<string>): string {
  const url = new URL(address);
  const kept = pairsOf(url.search).filter((pair) => !without.has(keyOf(pair)));
  url.search = [...kept, ...pairs].join('&');
  return url.href;
}

/** Always in this order, so that the same says the same: the database keeps another. */
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;

const utmKeys = (utm: Utm | null) => Object.keys(utm ?? {}).map((name) => `utm_${name}`);

/** The address with its UTM, in the place of the one that it had before. */
export function tagged(address: string, utm: Utm | null, before: Utm | null = null): string {
  const replaced = new Set([...utmKeys(utm), ...utmKeys(before)]);
  if (!replaced.size) return address;
  const pairs = UTM.flatMap((name) => {
    const value = utm?.[name];
    return value === undefined ? [] : `utm_${name}=${encodeURIComponent(value)}`;
  });
  return withPairs(address, pairs, replaced);
}

/** Only what neither the link nor its address says. */
export function withDefaults(address: string, utm: Utm | null, defaults: Utm): Utm | null {
  const said = new Set(pairsOf(new URL(address).search).map(keyOf));
  const missing = Object.entries(defaults).filter(([name]) => !said.has(`utm_${name}`));
  const all = { ...Object.fromEntries(missing), ...utm };
  return Object.keys(all).length ? all : null;
}

/** What the visitor's query says goes along; what the address says itself wins. */
export function forwarded(address: string, query: string): string {
  const known = new Set(pairsOf(new URL(address).search).map(keyOf));
  const pairs = pairsOf(query).filter((pair) => !known.has(keyOf(pair)));
  return pairs.length ? withPairs(address, pairs, new Set()) : address;
}

/** The query without one key; and that key's value. */
export function takenOut(query: string, key: string): { value: string | null; rest: string } {
  const value = new URLSearchParams(query).get(key);
  return {
    value,
    rest:
      value === null
        ? query
        : pairsOf(query)
            .filter((pair) => keyOf(pair) !== key)
            .join('&'),
  };
}
