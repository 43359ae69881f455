import { DAY } from '../../kernel/calendar/wall-clock.js';
import type { Proof } from '../dns/look-up.service.js';
import type { Domain, Problem, Routing } from '../entities/domain.entity.js';

const LAPSES_AFTER = 30 * DAY;
const SEEN_WITHIN = 7;

interface Result {
  proof: Proof;
  routing: Routing;
}

const PROOF_PROBLEMS: Record<Exclude<Proof, 'ok'>, Problem> = {
  missing: 'txt_missing',
  mismatch: 'txt_mismatch',
  error: 'dns_error',
};

/** Of a domain that is not verified: its proof comes first. */
export const problemOf = ({ proof, routing }: Result): Problem | null =>
  proof === 'ok' ? routingProblem(routing) : PROOF_PROBLEMS[proof];

function routingProblem(routing: Routing): Problem | null {
  if (routing === 'missing') return 'routing_missing';
  if (routing === 'wrong') return 'routing_wrong';
  return routing === 'unknown' ? 'dns_error' : null;
}

/** Of a verified domain: its TXT record may go as long as its traffic arrives. */
export function verifiedProblem(result: Result, isLost: boolean | undefined): Problem | null {
  const problem = routingProblem(result.routing);
  if (problem) return problem;
  return result.proof === 'error' || isLost ? problemOf(result) : null;
}

/** Whether a verified domain has neither proof nor traffic. Undefined: DNS gave no conclusion. */
export function isBad({ proof, routing }: Result, lastSeenOn: string | null, now: number): boolean | undefined {
  const hasTraffic = routing === 'ok' || (routing === 'proxied' && isSeen(lastSeenOn, now));
  if (proof === 'ok' || hasTraffic) return false;
  return proof === 'error' || routing === 'unknown' ? undefined : true;
}

/** The last request may have come at the end of the day. */
const isSeen = (day: string | null, now: number) => day !== null && Date.parse(day) + DAY > now - SEEN_WITHIN * DAY;

/** When a domain that is bad now began to be it, and whether this has lasted too long. */
export function badnessOf({ bad_since }: Pick<Domain, 'bad_since'>, bad: boolean | undefined, now: number) {
  const since = bad === undefined ? bad_since : bad ? (bad_since ?? new Date(now)) : null;
  return { bad_since: since, lapses: bad === true && since !== null && +since <= now - LAPSES_AFTER };
}

const EXPLANATIONS: Record<Problem, string> = {
  txt_missing:
    'DNS has no TXT record at this name yet. A new record may take a while to appear: resolvers keep the answer that there is none for as long as the SOA minimum of the zone says.',
  txt_mismatch:
    'There is a TXT record at this name, but none of its values is the expected one: compare them with what was found.',
  dns_error:
    'The name servers of the zone did not answer or reported a failure, so nothing could be concluded; the next check asks again.',
  routing_missing: 'DNS has no address for the host, so no request can reach it: add the routing record.',
  routing_wrong:
    'The host leads to a private or reserved address, or by a CNAME to a name without an address: replace its record with the routing record.',
  held_by_other:
    'Another account has proved this host and its TXT record is still there: remove that record from the zone, or remove the domain in that account.',
};
const PROXIED =
  'The host has other public addresses. If they belong to a proxy in front of this service, requests may arrive all the same; otherwise set the routing record.';

/** One sentence on a problem, for the owner; null where there is none. */
export function explanationOf(problem: Problem | null, routing: Routing): string | null {
  if (problem) return EXPLANATIONS[problem];
  return routing === 'proxied' ? PROXIED : null;
}
