/**
 * The program that checks the audit trail of an envelope. It stands alone, so that a person who doubts the service can read it and
 * run it: canonical JSON (RFC 8785) of texts, whole numbers and truth values is JSON with sorted keys.
 */
export const AUDIT_CHECKER = `// Checks the audit trail of an envelope of E-Signatures. Needs Node.js 20 or later:
//   node check-audit.mjs audit.json [hash]
// audit.json is the answer of get-envelope, or the list of its events. With a hash, such as the one in the certificate of
// completion, that hash must be in the chain.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, wanted] = process.argv.slice(2);
const given = JSON.parse(readFileSync(file, 'utf8'));
const events = Array.isArray(given) ? given : (given.audit ?? given.audit_events);

function canonical(value) {
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort().map((key) => JSON.stringify(key) + ':' + canonical(value[key]));
  return '{' + members.join(',') + '}';
}

let previous = '0'.repeat(64);
const hashes = [];
for (const [index, event] of events.entries()) {
  const covered = {
    envelope_id: event.envelope_id,
    seq: event.seq,
    event: event.event,
    signer: event.signer_id,
    actor: event.actor_user_id,
    ip: event.ip,
    user_agent: event.user_agent,
    data: event.data,
    at: new Date(event.at).toISOString(),
  };
  const hash = createHash('sha256').update(previous + canonical(covered)).digest('hex');
  if (event.seq !== index + 1 || event.prev_hash !== previous || event.hash !== hash) {
    console.error('Event ' + (index + 1) + ' is not as it was written.');
    process.exit(1);
  }
  hashes.push(hash);
  previous = hash;
}
if (wanted && !hashes.includes(wanted.toLowerCase())) {
  console.error('The hash ' + wanted + ' is not in the chain.');
  process.exit(1);
}
console.log(events.length + ' events are as they were written. The chain ends with ' + previous);
`;
