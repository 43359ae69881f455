import { Refusal } from '../../../platform/http/refusal.js';
import type { Field, Signer, StoredSignature } from '../entities/signer.entity.js';
import type { FieldValue, SignatureInput } from './response.inputs.js';

const MOST_TEXT = 200;
const MOST_INITIALS = 8;

/** The first letters of the words of a name. */
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => word.match(/[\p{L}\p{N}]/u) ?? [])
    .join('')
    .slice(0, MOST_INITIALS)
    .toWellFormed();

/** The signature as it is stored; undefined where none is given. */
export function signatureOf(given: SignatureInput | undefined, { name }: Signer): StoredSignature | undefined {
  if (!given) return undefined;
  const { kind, text, strokes, initials = initialsOf(name) } = given;
  if (kind === 'typed') return text?.trim() ? { kind, text, initials } : undefined;
  return strokes?.some((line) => line.length > 1) ? { kind, strokes, initials } : undefined;
}

const refuse = (message: string, faulty: { id: string }[]) =>
  new Refusal(400, message, { details: faulty.map(({ id }) => ({ field: id, message })) });

/** The values of the signer's fields: what they gave, and what the server fills. */
export function filled(
  fields: Field[],
  given: FieldValue[],
  { signer, signature, now }: { signer: Signer; signature: StoredSignature | undefined; now: Date },
): Map<string, string> {
  const values = new Map(given.map(({ field_id, value }) => [field_id, value]));
  const own = new Map(fields.map((field) => [field.id, field]));
  const faulty = given.filter(({ field_id, value }) => !isValue(own.get(field_id), value));
  if (faulty.length || values.size < given.length)
    throw refuse(
      'Field value is not valid',
      (faulty.length ? faulty : given).map(({ field_id }) => ({ id: field_id })),
    );
  const made = new Map(fields.map((field) => [field.id, valueOf(field)]));
  const missing = fields.filter(({ id, required }) => required && !made.get(id));
  if (missing.length) throw refuse('Field is required', missing);
  return new Map([...made].flatMap(([id, value]) => (value === undefined ? [] : [[id, value]])));

  function valueOf({ id, type, required }: Field): string | undefined {
    const value = values.get(id);
    if (type === 'name') return signer.name;
    if (type === 'date_signed') return now.toISOString().slice(0, 10);
    if (type === 'initials') return signature?.initials;
    // The strokes are with the signer.
    if (type === 'signature') return signature && (signature.text ?? 'drawn');
    if (type === 'text') return value?.trim() ? value : undefined;
    return required && value !== 'true' ? undefined : value;
  }
}

function isValue(field: Field | undefined, value: string): boolean {
  if (field?.type === 'text') return [...value].length <= (field.max_length ?? MOST_TEXT);
  return field?.type === 'checkbox' && (value === 'true' || value === 'false');
}
