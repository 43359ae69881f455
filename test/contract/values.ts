import { randomUUID } from 'node:crypto';

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

const FORMATS: Record<string, [right: () => unknown, ...wrong: unknown[]]> = {
  uuid: [() => randomUUID(), '0190-not-an-id'],
  'date-time': [() => '2031-05-01T12:00:00.000Z', '2031-02-30T12:00:00Z', '9999-12-31T23:59:59-14:00', 'tomorrow'],
  date: [() => '2031-05-01', '2031-02-30'],
  uri: [() => 'https://example.com/', 'javascript:alert(1)'],
  email: [() => 'somebody@example.com', 'somebody'],
};
const TEXTS = ['a', 'A', '1', 'en', 'usd', 'ABC-123', 'abc-123', '#aabbcc', '09:00', 'Europe/Berlin'];
const NAMED: [RegExp, string][] = [
  [/url$/, 'https://example.com/'],
  [/currency$/, 'usd'],
  [/timezone$/, 'UTC'],
];
/** More than that is more than a body may be, and no bound of a form. */
const LONGEST = 200_000;

/** What a manifest says of an input: a value that it takes, and values that it does not. */
export class Values {
  /** `exact`: a nested field that is not described is refused. */
  constructor(
    private readonly root: Schema,
    private readonly exact = true,
  ) {}

  /** The fields that are needed, or all of them. */
  sample({ all = false } = {}): Record<string, unknown> {
    return this.object(this.root, all);
  }

  fields(): [name: string, wrong: unknown[]][] {
    return Object.entries(this.root.properties ?? {}).map(([name, schema]) => [name, this.wrong(schema)]);
  }

  private resolved(schema: Schema): Schema & { nullable: boolean } {
    const own = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
    const types = [own.type ?? []].flat();
    const nullable = types.includes('null') || (schema.anyOf ?? []).some(({ type }) => type === 'null');
    const name = own.$ref?.split('/').at(-1);
    const found = name === undefined ? own : (this.root.$defs?.[name] as Schema);
    return { ...found, type: [found.type ?? []].flat().find((type) => type !== 'null'), nullable };
  }

  private right(given: Schema, name = ''): unknown {
    const schema = this.resolved(given);
    if (schema.enum) return schema.enum[0];
    if (schema.type === 'object') return this.object(schema, false);
    if (schema.type === 'array') {
      return Array.from({ length: schema.minItems ?? 0 }, () => this.right(schema.items ?? {}));
    }
    if (schema.type === 'boolean') return true;
    if (schema.type === 'integer' || schema.type === 'number') {
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    }
    return textOf(schema, name);
  }

  private object({ properties = {}, required = [] }: Schema, all: boolean): Record<string, unknown> {
    const names = all ? Object.keys(properties) : required;
    return Object.fromEntries(names.map((name) => [name, this.right(properties[name] as Schema, name)]));
  }

  private wrong(given: Schema): unknown[] {
    const schema = this.resolved(given);
    const { type, nullable } = schema;
    const others = nullable ? [] : [null];
    if (type === undefined && !schema.enum) return others;
    return [...others, ...ofOtherTypes(schema), ...outOfBounds(schema), ...this.inside(schema)];
  }

  private inside(schema: Schema): unknown[] {
    if (schema.type === 'object' && schema.properties) {
      if (!this.exact) return [];
      return [{ ...this.object(schema, false), nobody_knows_this: 1 }];
    }
    if (schema.type !== 'array') return [];
    const { items = {}, minItems = 0, maxItems, uniqueItems } = schema;
    const item = () => this.right(items);
    const many = (length: number) => Array.from({ length }, item);
    return [
      ...(minItems > 0 ? [many(minItems - 1)] : []),
      ...(maxItems !== undefined ? [many(maxItems + 1)] : []),
      ...(uniqueItems ? [Array(Math.max(2, minItems)).fill(item())] : []),
      ...this.wrong(items).map((value) => [...many(Math.max(0, minItems - 1)), value]),
    ];
  }
}

function ofOtherTypes({ type, enum: listed }: Schema): unknown[] {
  if (listed) return ['no such thing', 5, [], {}].filter((value) => !listed.includes(value));
  switch (type) {
    case 'string':
      return [5, true, ['a'], { a: 1 }];
    case 'integer':
      return ['5', 1.5, true, []];
    case 'number':
      return ['5', true, []];
    case 'boolean':
      return ['true', 1, 0];
    case 'array':
      return ['a', 5, { a: 1 }];
    default:
      return ['a', 5, []];
  }
}

function outOfBounds(schema: Schema): unknown[] {
  const { type, minLength = 0, maxLength, minimum, maximum, exclusiveMinimum, format = '', pattern } = schema;
  if (type === 'integer' || type === 'number') {
    return [
      ...(minimum === undefined ? [] : [minimum - 1]),
      ...(maximum === undefined ? [] : [maximum + 1]),
      ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
    ];
  }
  if (type !== 'string' || schema.enum) return [];
  return [
    ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength !== undefined && maxLength < LONGEST ? ['x'.repeat(maxLength + 1)] : []),
    ...(FORMATS[format]?.slice(1) ?? []),
    ...(pattern && !new RegExp(pattern, 'u').test(' ') ? [' '.repeat(Math.max(1, minLength))] : []),
  ];
}

function textOf({ format = '', pattern, minLength = 1, maxLength = 200 }: Schema, name: string): unknown {
  const made = FORMATS[format]?.[0]();
  if (made !== undefined) return made;
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
  const named = NAMED.flatMap(([like, text]) => (like.test(name) ? [text] : []));
  return [...named, ...TEXTS, ...TEXTS.map((text) => text.padEnd(minLength, 'a'))].find(fits) ?? 'a'.repeat(minLength);
}
