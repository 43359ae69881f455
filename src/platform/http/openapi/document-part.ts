import type { JsonSchema } from './json-schema.js';

export interface ApiDocument extends JsonSchema {
  paths: Record<string, object>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

/** A document with the chosen paths, and with the schemas that they refer to. */
export function documentPart(document: ApiDocument, isChosen: (path: string) => boolean): ApiDocument {
  const { components } = document;
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isChosen(path)));
  const needed = new Set(referencesIn(paths));
  // A set also visits what is added while it is read.
  for (const name of needed) for (const more of referencesIn(components.schemas[name])) needed.add(more);
  const schemas = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => needed.has(name)));
  return { ...document, paths, components: { ...components, schemas } };
}

const referencesIn = (described: object | undefined): string[] =>
  [...JSON.stringify(described ?? {}).matchAll(REFERENCE)].map(([, name]) => name as string);
