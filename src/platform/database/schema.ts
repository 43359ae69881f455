import type { MigrationInterface } from 'typeorm';

/** What one area keeps in the database: its entities, and the history of its tables. */
export interface Schema {
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
  /** For tables that a library keeps by itself. */
  install?: (url: string) => Promise<void>;
}

const declarations = new Set<Schema>();

export const schemas: ReadonlySet<Schema> = declarations;

/** Areas declare their schema beside their module, so importing the modules is all that registers them. */
export function schema(declared: Schema): Schema {
  declarations.add(declared);
  return declared;
}

export function allSchemas(): Required<Schema> {
  const all = [...schemas];
  return {
    entities: all.flatMap((one) => one.entities),
    migrations: all.flatMap((one) => one.migrations),
    install: async (url) => {
      for (const one of all) await one.install?.(url);
    },
  };
}
