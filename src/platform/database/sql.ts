/**
 * A statement of a repository, written once and prepared by name: PostgreSQL plans it once per connection,
 * which made hot requests a third faster than the same text without a name.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly writes: boolean;
  /** Whether PostgreSQL keeps its plan under its name. */
  readonly prepared: boolean;
}

const names = new Map<string, string>();

/** The text that was declared under the name. */
export const textOf = (name: string) => names.get(name);

const WRITES =
  /\b(insert\s+into|merge\s+into|update|delete\s+from|truncate|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i;

export function sql(name: string, text: string): Statement {
  if (name.length > 63)
    throw new Error(`Statement name ${name} is longer than the 63 bytes PostgreSQL keeps`);
  const known = names.get(name);
  if (known !== undefined && known !== text) throw new Error(`Two statements are named ${name}`);
  names.set(name, text);
  return { name, text, writes: WRITES.test(text), prepared: true };
}

/**
 * One that is planned for its very values each time: a list by what callers look for. A plan that is made for any value
 * reads all that has a common tag to sort it, where the newest twenty are found at once.
 */
export const searching = (name: string, text: string): Statement => ({ ...sql(name, text), prepared: false });
