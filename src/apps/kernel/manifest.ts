import { jsonSchemaOf, type JsonSchema } from '../../platform/http/openapi/json-schema.js';
import { schemaOf } from './app.js';
import type { RegisteredApp } from './registry.js';

export interface Manifest {
  slug: string;
  name: string;
  description: string;
  icon: string;
  category: string;
  version: string;
  schema: string;
  uses: string[];
  actions: { name: string; access: string; description: string; kind: string; input: JsonSchema }[];
  settings: JsonSchema;
}

/** Each is made once: the schemas of all actions take their time, and anybody may ask. */
const known = new WeakMap<RegisteredApp, string>();

/** What an app tells of itself, as JSON: made from what it declares, so that it says nothing else than it does. */
export function manifestJson(app: RegisteredApp): string {
  const text = known.get(app) ?? JSON.stringify(manifestOf(app));
  known.set(app, text);
  return text;
}

function manifestOf({ declaration, actions, settings }: RegisteredApp): Manifest {
  const { slug, name, description, icon, category, version, uses } = declaration;
  return {
    slug,
    name,
    description,
    icon,
    category,
    version,
    schema: schemaOf(slug),
    uses,
    actions: [...actions.values()].map((action) => ({
      name: action.name,
      access: action.declaration.access,
      description: action.declaration.description,
      kind: action.kind,
      input: jsonSchemaOf(action.input, { exact: true }),
    })),
    settings: withDefaults(jsonSchemaOf(settings, { exact: true }), new (settings as new () => object)()),
  };
}

function withDefaults(schema: JsonSchema, defaults: object): JsonSchema {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => [
    name,
    { ...property, default: (defaults as Record<string, unknown>)[name] ?? null },
  ]);
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(properties) };
}
