/** What the placeholders of a step may name. Secrets are there for HTTP steps only. */
export interface Scope {
  trigger?: unknown;
  steps?: Record<string, { output?: unknown }>;
  item?: unknown;
  index?: number;
  secrets?: Record<string, string>;
  run?: { id: string };
  workflow?: { id: string };
  now?: string;
}

/** A value that a step needs is not there. */
export class MissingValue extends Error {
  constructor(readonly path: string) {
    super(`Missing value: ${path}`);
  }
}

/** The values of a step are larger than any step may be. */
export class ValuesTooLarge extends Error {
  constructor() {
    super('Step input is too large');
  }
}

/** A placeholder that nobody can read. */
export class TemplateFault extends Error {}

export const FILTERS = ['default', 'json', 'length', 'first', 'last', 'lower', 'upper', 'trim'] as const;
type FilterName = (typeof FILTERS)[number];

interface Filter {
  name: FilterName;
  argument?: unknown;
}

export interface Placeholder {
  /** As it is written, for messages. */
  path: string;
  parts: string[];
  filters: Filter[];
}

const LARGEST = 1024 * 1024;
const MOST_FILTERS = 10;
const MISSING = Symbol('missing');
const OPEN = '{{';
const CLOSE = '}}';

/** Fills in all placeholders. Text that is one placeholder and nothing else keeps the type of the value. */
export function resolveValues(template: unknown, scope: Scope): unknown {
  return new Resolution(scope).of(template);
}

/** The pieces of a text: plain text, and what stands between braces. */
export function piecesOf(text: string): (string | Placeholder)[] {
  const pieces: (string | Placeholder)[] = [];
  let at = 0;
  for (let open = text.indexOf(OPEN); open !== -1; open = text.indexOf(OPEN, at)) {
    if (open > at) pieces.push(text.slice(at, open));
    const reader = new Reader(text, open + OPEN.length);
    pieces.push(reader.placeholder());
    at = reader.at;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** Counts what it fills in, because a short template may repeat a large value many times. */
class Resolution {
  private size = 0;

  constructor(private readonly scope: Scope) {}

  of(template: unknown): unknown {
    if (typeof template === 'string') return this.text(template);
    if (Array.isArray(template)) return template.map((one) => this.of(one));
    if (typeof template !== 'object' || template === null) return template;
    // fromEntries makes own properties of all names, of `__proto__` too.
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, this.of(value)]));
  }

  private text(template: string): unknown {
    const pieces = piecesOf(template);
    const [only] = pieces;
    if (pieces.length === 1 && typeof only === 'object') return this.counted(valueOf(only, this.scope));
    return pieces
      .map((piece) => (typeof piece === 'string' ? piece : this.counted(textOf(valueOf(piece, this.scope)))))
      .join('');
  }

  private counted<Value>(value: Value): Value {
    this.size += sizeOf(value);
    if (this.size > LARGEST) throw new ValuesTooLarge();
    return value;
  }
}

const sizeOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value).length : String(value).length;

function valueOf({ path, parts, filters }: Placeholder, scope: Scope): unknown {
  let value = lookUp(parts, scope);
  for (const filter of filters) {
    value = filtered(filter, value);
    if (typeof value === 'string' && value.length > LARGEST) throw new ValuesTooLarge();
  }
  if (value === MISSING) throw new MissingValue(path);
  return value;
}

/** Own properties of plain data only: nothing that JavaScript itself adds can be named. */
function lookUp(parts: string[], scope: Scope): unknown {
  let value: unknown = scope;
  for (const part of parts) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return MISSING;
    if (Array.isArray(value) && !isIndex(part)) return MISSING;
    value = (value as Record<string, unknown>)[part];
  }
  return value === undefined ? MISSING : value;
}

const isIndex = (part: string) => part !== '' && [...part].every((char) => char >= '0' && char <= '9');

function filtered({ name, argument }: Filter, value: unknown): unknown {
  if (name === 'default') return value === MISSING || value === null ? argument : value;
  if (value === MISSING) return MISSING;
  switch (name) {
    case 'json':
      return JSON.stringify(value);
    case 'length':
      return lengthOf(value);
    case 'first':
    case 'last': {
      const list = Array.isArray(value) ? value : [...textOf(value)];
      return list.length ? (list.at(name === 'first' ? 0 : -1) as unknown) : MISSING;
    }
    case 'lower':
      return textOf(value).toLowerCase();
    case 'upper':
      return textOf(value).toUpperCase();
    case 'trim':
      return textOf(value).trim();
  }
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  return [...textOf(value)].length;
}

/** A value within a text: text as it is, nothing for null, JSON for lists and objects. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Reads `path | filter: argument }}`, one character after the other. */
class Reader {
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  placeholder(): Placeholder {
    const start = this.at;
    const parts = this.path();
    const path = this.text.slice(start, this.at).trim();
    this.skipSpace();
    const filters: Filter[] = [];
    while (this.take('|')) {
      if (filters.length === MOST_FILTERS) throw new TemplateFault(`At most ${MOST_FILTERS} filters`);
      filters.push(this.filter());
      this.skipSpace();
    }
    if (!this.take(CLOSE)) throw new TemplateFault('Placeholder is not closed');
    return { path, parts, filters };
  }

  private path(): string[] {
    this.skipSpace();
    const parts = [this.word()];
    for (;;) {
      if (this.take('.')) parts.push(this.word());
      else if (this.take('[')) {
        parts.push(this.quote() ? String(this.quoted()) : this.word());
        if (!this.take(']')) throw new TemplateFault('Bracket is not closed');
      } else return parts;
    }
  }

  private filter(): Filter {
    this.skipSpace();
    const name = this.word() as FilterName;
    if (!FILTERS.includes(name)) throw new TemplateFault(`Unknown filter: ${name}`);
    this.skipSpace();
    const hasArgument = this.take(':');
    if (hasArgument !== (name === 'default'))
      throw new TemplateFault(name === 'default' ? 'default needs a value' : `${name} takes no value`);
    return hasArgument ? { name, argument: this.literal() } : { name };
  }

  /** A quoted text, a number, true, false or null. */
  private literal(): unknown {
    this.skipSpace();
    if (this.quote()) return this.quoted();
    const start = this.at;
    while (this.at < this.text.length && !' \t\n\r|}'.includes(this.char())) this.at += 1;
    const word = this.text.slice(start, this.at);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (word === '' || !Number.isFinite(Number(word))) throw new TemplateFault('Value is no text, number or boolean');
    return Number(word);
  }

  private quote(): string | undefined {
    const char = this.char();
    return char === '"' || char === "'" ? char : undefined;
  }

  private quoted(): string {
    const quote = this.quote() as string;
    const end = this.text.indexOf(quote, this.at + 1);
    if (end === -1) throw new TemplateFault('Quotation mark is not closed');
    const text = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return text;
  }

  private word(): string {
    const start = this.at;
    while (this.at < this.text.length && !' \t\n\r.|[]{}:\'"'.includes(this.char())) this.at += 1;
    if (this.at === start) throw new TemplateFault('Placeholder has no path');
    return this.text.slice(start, this.at);
  }

  private skipSpace(): void {
    while (this.at < this.text.length && ' \t\n\r'.includes(this.char())) this.at += 1;
  }

  private take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private char(): string {
    return this.text.charAt(this.at);
  }
}
