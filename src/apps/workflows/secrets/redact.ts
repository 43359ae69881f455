export const HIDDEN = '***';

/**
 * Replaces secret values wherever they stand in a value, also in names. Services repeat what they get in other spellings:
 * these are replaced too.
 */
export function redact<Value>(value: Value, secrets: readonly string[]): Value {
  const hidden = spellingsOf(secrets);
  return hidden.length ? (replaced(value, hidden) as Value) : value;
}

/** Longest first, because one secret may be the beginning of another. */
function spellingsOf(secrets: readonly string[]): string[] {
  const spellings = secrets.filter(Boolean).flatMap((secret) => {
    const bytes = Buffer.from(secret);
    const json = JSON.stringify(secret).slice(1, -1);
    const form = new URLSearchParams({ v: secret }).toString().slice(2);
    const isLong = secret.length >= 8;
    const encoded = isLong ? [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')] : [];
    return [secret, json, form, percent(secret), ...encoded];
  });
  return [...new Set(spellings)].sort((one, other) => other.length - one.length);
}

/** Half of a pair of surrogates has no percent encoding. */
const percent = (secret: string) => encodeURIComponent(secret.toWellFormed());

function replaced(value: unknown, hidden: string[]): unknown {
  if (typeof value === 'string') return hidden.reduce((text, one) => text.replaceAll(one, HIDDEN), value);
  // A secret of digits may come back as a number.
  if (typeof value === 'number') return hidden.includes(String(value)) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, hidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [String(replaced(key, hidden)), replaced(one, hidden)]),
  );
}
