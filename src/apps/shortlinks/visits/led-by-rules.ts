import type { Visit } from '../../../web-events/visits/visit.js';
import type { LinkRule } from '../link.inputs.js';

export interface Led {
  url: string;
  /** The rule that led there; null: none. */
  ruleIndex: number | null;
}

/** All that a rule asks has to hold, and the first that does wins. */
export function ledBy({ url, rules }: { url: string; rules: LinkRule[] }, visit: Visit): Led {
  const index = rules.findIndex((rule) => holds(rule, visit));
  return index < 0 ? { url, ruleIndex: null } : { url: (rules[index] as LinkRule).url, ruleIndex: index };
}

const holds = ({ countries, devices, os, languages }: LinkRule, visit: Visit) =>
  isAmong(countries, visit.country) &&
  isAmong(devices, visit.device) &&
  isAmong(os, visit.os) &&
  isAmong(languages, visit.language);

const isAmong = (wanted: string[] | undefined, value: string | null) =>
  wanted === undefined || (value !== null && wanted.includes(value));
