import type { DynamicModule, ModuleMetadata, Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';

/** The part of the database schema that one module owns: its entities, and the migrations that create their tables. */
export interface Schema {
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
  /** Creates the tables that a library manages itself. */
  install?: (url: string) => Promise<void>;
}

type SchemaModule = DynamicModule & { schema: Partial<Schema> };

/**
 * Modules declare their entities and migrations in `imports`; `schemaOf` collects them before the application starts.
 */
export class DatabaseModule {
  static forFeature(schema: Partial<Schema>): SchemaModule {
    return { module: DatabaseModule, schema };
  }
}

type Import = NonNullable<ModuleMetadata['imports']>[number];

/** The schemas of the modules and of everything they import, each module once. */
export function schemaOf(modules: Import[]): Required<Schema> {
  const all = [...collect(modules, new Set())];
  return {
    entities: all.flatMap(({ entities = [] }) => entities),
    migrations: all.flatMap(({ migrations = [] }) => migrations),
    install: async (url) => {
      for (const { install } of all) await install?.(url);
    },
  };
}

function* collect(modules: Import[], seen: Set<Import>): Generator<Partial<Schema>> {
  for (const one of modules) {
    if (seen.has(one)) continue;
    seen.add(one);
    if ('schema' in one) yield (one as SchemaModule).schema;
    const { module, imports = [] } = 'module' in one ? one : { module: one as Type };
    yield* collect([...((Reflect.getMetadata('imports', module) ?? []) as Import[]), ...imports], seen);
  }
}
