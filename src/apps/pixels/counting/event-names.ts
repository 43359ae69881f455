/** The events of own pictures. */
const NAME = /^[a-z0-9_.-]{1,40}$/;
/** With those that networks are told, such as `PageView`. */
export const ANY_NAME = /^[A-Za-z0-9_.-]{1,40}$/;
/** The id of a message or a campaign. An e-mail address has an `@`, which no reference has. */
export const REF = /^[A-Za-z0-9_.:-]{1,64}$/;
const DEFAULT = 'view';

/** What the address of a picture says of its event; a value of another form says nothing. */
export function namedIn(query: string): { name: string; ref: string | null } {
  const values = new URLSearchParams(query);
  const [name, ref] = [values.get('e') ?? '', values.get('r') ?? ''];
  return { name: NAME.test(name) ? name : DEFAULT, ref: REF.test(ref) ? ref : null };
}
