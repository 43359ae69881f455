import { isDeepStrictEqual } from 'node:util';
import storage from 'class-transformer/cjs/storage.js';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { nullableFields, optionalFields } from '../input/field-metadata.js';

export type JsonSchema = Record<string, unknown>;
type Type = new (...args: never[]) => object;

const POINTER = '#/components/schemas/';

/** The self-contained JSON Schema of one class, with nested classes in `$defs`. */
export function jsonSchemaOf(type: Type, { exact }: { exact: boolean }): JsonSchema {
  const registry = new SchemaRegistry('#/$defs/');
  const schema = registry.describe(type, exact);
  return Object.keys(registry.schemas).length ? { ...schema, $defs: registry.schemas } : schema;
}

/** Builds the JSON Schemas of input and answer classes from their validators. */
export class SchemaRegistry {
  private readonly types = new Map<string, Type>();

  constructor(
    private readonly pointer = POINTER,
    readonly schemas: Record<string, JsonSchema> = {},
  ) {}

  /** A sub-scope with its own class names. */
  subScope(name: string): SchemaRegistry {
    return new SchemaRegistry(`${this.pointer}${name}.`, this.schemas);
  }

  /** `exact`: no further fields. Answers have exactly their fields; an input may carry others, which are dropped. */
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
        day: {},
        // A Date is text in JSON.
        isDate: { type: 'string', format: 'date-time' },
      },
    }) as { properties?: Record<string, JsonSchema>; required?: string[] };
    const optional = optionalFields(type);
    const nullable = nullableFields(type);
    const properties = Object.fromEntries(
      Object.entries(made.properties ?? {}).map(([name, schema]) => [
        name,
        withNullability(schema, nullable.has(name)),
      ]),
    );
    for (const nested of nestedTypes(type)) this.reference(nested, exact);
    const required = Object.keys(properties).filter(
      (name) => !optional.has(name) && (made.required?.includes(name) || nullable.has(name)),
    );
    return {
      type: 'object',
      properties,
      ...(required.length && { required }),
      ...(exact && { additionalProperties: false }),
    };
  }
}

/** The nested types of the class and of its parents. */
function nestedTypes(type: Type): Type[] {
  const parent = Object.getPrototypeOf(type) as Type;
  const declared = storage.defaultMetadataStorage._typeMetadatas.get(type);
  const own = [...(declared?.values() ?? [])].map(({ typeFunction }) => typeFunction());
  return parent === Function.prototype ? own : [...nestedTypes(parent), ...own];
}

/** The class of a nested field, or of the items of a list. */
export function nestedTypeOf(type: Type, field: string): Type | undefined {
  const own = storage.defaultMetadataStorage._typeMetadatas.get(type as new () => object)?.get(field);
  if (own) return own.typeFunction();
  const parent = Object.getPrototypeOf(type) as Type;
  return parent === Function.prototype ? undefined : nestedTypeOf(parent, field);
}

/** Removes `not: null`, which adds nothing to a type. In this version of JSON Schema null is a type of its own. */
function withNullability(schema: JsonSchema, nullable: boolean): JsonSchema {
  const { not, ...rest } = schema;
  if (!nullable) return isDeepStrictEqual(not, {}) ? schema : rest;
  if (typeof rest.type === 'string') {
    return {
      ...rest,
      type: [rest.type, 'null'],
      ...(Array.isArray(rest.enum) && { enum: [...rest.enum, null] }),
    };
  }
  return { anyOf: [rest, { type: 'null' }] };
}
