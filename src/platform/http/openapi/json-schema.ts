import storage from 'class-transformer/cjs/storage.js';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { nullableFields, optionalFields } from '../input/fields.js';

export type JsonSchema = Record<string, unknown>;
type Type = new (...args: never[]) => object;

const POINTER = '#/components/schemas/';

/** One class with all that it is made of, standing for itself. */
export function jsonSchemaOf(type: Type, { exact }: { exact: boolean }): JsonSchema {
  const book = new SchemaBook('#/$defs/');
  const schema = book.describe(type, exact);
  return Object.keys(book.schemas).length ? { ...schema, $defs: book.schemas } : schema;
}

/** The JSON Schemas of input and answer classes, made from the validators they already carry. */
export class SchemaBook {
  private readonly types = new Map<string, Type>();

  constructor(
    private readonly pointer = POINTER,
    readonly schemas: Record<string, JsonSchema> = {},
  ) {}

  /** A part of the book with names of its own: what classes are called elsewhere is nothing to it. */
  chapter(name: string): SchemaBook {
    return new SchemaBook(`${this.pointer}${name}.`, this.schemas);
  }

  /** An answer has exactly its fields; an input may carry others, which are dropped. */
  reference(type: Type, exact: boolean, name = type.name): JsonSchema {
    const known = this.types.get(name);
    if (known && known !== type) throw new Error(`Two classes are described by the name ${name}`);
    if (!known) {
      this.types.set(name, type);
      this.schemas[this.pointer.slice(this.pointer.lastIndexOf('/') + 1) + name] = this.describe(type, exact);
    }
    return { $ref: this.pointer + name };
  }

  describe(type: Type, exact: boolean): JsonSchema {
    const made = targetConstructorToSchema(type, {
      classTransformerMetadataStorage: storage.defaultMetadataStorage as never,
      refPointerPrefix: this.pointer,
      additionalConverters: {
        required: {},
        chars: {},
        words: {},
        hundredths: {},
        instant: {},
        object: {},
        // A Date here is text on the wire.
        isDate: { type: 'string', format: 'date-time' },
      },
    }) as { properties?: Record<string, JsonSchema>; required?: string[] };
    const optional = optionalFields(type);
    const nullable = nullableFields(type);
    const properties = Object.fromEntries(
      Object.entries(made.properties ?? {}).map(([name, schema]) => [name, tidy(schema, nullable.has(name))]),
    );
    for (const nested of nestedTypes(type)) this.reference(nested, exact);
    const required = Object.keys(properties).filter(
      (name) => made.required?.includes(name) || (nullable.has(name) && !optional.has(name)),
    );
    return {
      type: 'object',
      properties,
      ...(required.length && { required }),
      ...(exact && { additionalProperties: false }),
    };
  }
}

/** Its own, and those of the classes that it extends. */
function nestedTypes(type: Type): Type[] {
  const parent = Object.getPrototypeOf(type) as Type;
  const declared = storage.defaultMetadataStorage._typeMetadatas.get(type);
  const own = [...(declared?.values() ?? [])].map(({ typeFunction }) => typeFunction());
  return parent === Function.prototype ? own : [...nestedTypes(parent), ...own];
}

/** `not null` says nothing beside a type; null is a type of its own in this version of JSON Schema. */
function tidy(schema: JsonSchema, nullable: boolean): JsonSchema {
  const { not: _, ...rest } = schema;
  if (!nullable) return rest;
  if (typeof rest.type === 'string') {
    return {
      ...rest,
      type: [rest.type, 'null'],
      ...(Array.isArray(rest.enum) && { enum: [...rest.enum, null] }),
    };
  }
  return { anyOf: [rest, { type: 'null' }] };
}
