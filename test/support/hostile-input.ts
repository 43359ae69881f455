export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  $ref?: string;
}

/** Texts that cost most when a text is scanned more than once. */
export const SHAPES = [
  ' ',
  '{{ ',
  'ahttps://a.b/',
  '*a ',
  '(',
  '9',
  'a@',
  '😀',
  'e\u0301',
  'a.',
  '@abc ',
  '-a ',
  '"',
  '%',
];

/** Larger bodies are refused before they are read. */
const MOST_BYTES = 1_000_000;
const MOST_ITEMS = 1_000;
/** A body with more than 10,000 is refused before it is read. */
const MOST_VALUES = 9_900;
const RIGHT: Record<string, string> = {
  uuid: '0190a000-0000-7000-8000-000000000000',
  'date-time': '2031-05-01T12:00:00Z',
  date: '2031-05-01',
};

interface Leaf {
  schema: Schema;
  put: (value: unknown) => void;
}

/**
 * Builds bodies of an operation from its schema: valid, with each text in a hostile shape, at the maximum
 * length or longer.
 */
export class HostileInput {
  /** A list of thousands of objects asks for the same schemas. */
  private readonly known = new WeakMap<Schema, Schema>();

  constructor(
    private readonly root: Schema,
    private readonly components: Record<string, Schema>,
  ) {}

  /**
   * Each text and each list has its maximum length; `base` has values for fields that need more than text.
   */
  largest(turn: number, base: Record<string, unknown> = {}): object {
    return this.filled(turn, base, ({ maxLength }) => maxLength ?? MOST_BYTES);
  }

  /** A body of one mebibyte, whatever the maximum length of a text. */
  tooLarge(turn: number): object {
    return this.filled(turn, {}, () => MOST_BYTES);
  }

  /** Lists with as many items as a body may hold; undefined when the input has no list. */
  tooMany(): object | undefined {
    const lists = Object.entries(this.properties()).filter(([, one]) => this.resolved(one).type === 'array');
    if (!lists.length) return undefined;
    const things = Array.from({ length: Math.floor(MOST_VALUES / lists.length) }, () => ({}));
    return Object.fromEntries(lists.map(([name]) => [name, things]));
  }

  private filled(turn: number, base: Record<string, unknown>, most: (schema: Schema) => number): object {
    const leaves: Leaf[] = [];
    const body = this.skeleton(this.root, leaves) as Record<string, unknown>;
    const room = MOST_BYTES / Math.max(1, leaves.length);
    for (const [at, { schema, put }] of leaves.entries()) {
      const shape = SHAPES[(turn + at) % SHAPES.length] as string;
      const bytes = Buffer.byteLength(JSON.stringify(shape)) - 2;
      const repeated = Math.min(most(schema) / [...shape].length, room / bytes);
      put(shape.repeat(Math.max(1, Math.floor(repeated))));
    }
    const plain = new Set(Object.entries(this.properties()).flatMap(([name, one]) => (this.isText(one) ? [name] : [])));
    for (const [name, value] of Object.entries(base)) if (!plain.has(name)) body[name] = value;
    return body;
  }

  private properties(): Record<string, Schema> {
    return this.resolved(this.root).properties ?? {};
  }

  /** Free text, or a list of it: filled with a shape and not taken from a sample. */
  private isText(given: Schema): boolean {
    const { type, format, enum: listed, items } = this.resolved(given);
    if (type === 'array') return items !== undefined && this.isText(items);
    return type === 'string' && !listed && !RIGHT[format ?? ''];
  }

  private skeleton(given: Schema, leaves: Leaf[], put: (value: unknown) => void = () => undefined): unknown {
    const schema = this.resolved(given);
    if (schema.enum) return schema.enum[0];
    if (schema.type === 'object') {
      const made: Record<string, unknown> = {};
      for (const [name, one] of Object.entries(schema.properties ?? {}))
        made[name] = this.skeleton(one, leaves, (value) => (made[name] = value));
      return made;
    }
    if (schema.type === 'array') {
      const count = Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS);
      const list: unknown[] = [];
      for (let at = 0; at < count; at++)
        list.push(this.skeleton(schema.items ?? {}, leaves, (value) => (list[at] = value)));
      return list;
    }
    if (schema.type === 'boolean') return true;
    if (schema.type === 'integer' || schema.type === 'number')
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    const right = RIGHT[schema.format ?? ''];
    if (right === undefined) leaves.push({ schema, put });
    return right ?? '';
  }

  private resolved(given: Schema): Schema {
    const known = this.known.get(given) ?? this.resolve(given);
    this.known.set(given, known);
    return known;
  }

  private resolve(given: Schema): Schema {
    const own = given.anyOf?.find(({ type }) => type !== 'null') ?? given;
    const found = own.$ref === undefined ? own : this.components[own.$ref.split('/').at(-1) as string];
    return { ...found, type: [found?.type ?? []].flat().find((type) => type !== 'null') };
  }
}
