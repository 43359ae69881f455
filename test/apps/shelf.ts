import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsString } from 'class-validator';
import type { Pool } from 'pg';
import { Column, DataSource, Entity } from 'typeorm';
import { Action, type ActionDeclaration, type Type } from '../../src/apps/kernel/calls/action.js';
import { App, type AppDeclaration } from '../../src/apps/kernel/app.js';
import { AppStats } from '../../src/apps/kernel/stats/app-stats.js';
import { APP_CATALOGUE, RegisterApps } from '../../src/apps/kernel/register-apps.js';
import { APP_REGISTRY, AppRegistry } from '../../src/apps/kernel/registry.js';
import { TargetRepository } from '../../src/apps/kernel/calls/target.repository.js';
import { type AppPayment, Fulfilment } from '../../src/payments/extension-points.js';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import type { KeyedReads } from '../../src/platform/database/connection/keyed-reads.js';
import type { PipelinedConnections } from '../../src/platform/database/connection/pipelined-connections.js';
import { ExemptPathsRegistry } from '../../src/platform/http/server/exempt-paths.registry.js';
import { ExtensionsService } from '../../src/platform/extensions.service.js';
import { Id } from '../../src/platform/database/columns.js';
import { Nested, Optional, Uuid } from '../../src/platform/http/fields.js';

@Entity({ schema: 'ext_shelf', name: 'books' })
export class Book {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'text' }) title!: string;
}

@Entity({ schema: 'ext_cellar', name: 'bottles' })
export class Bottle {
  @Id() id!: string;
}

class Settings {}

export class Figures {}

@Injectable()
class ShelfStats extends AppStats {
  readonly shape = Figures;
  async of() {
    return {};
  }
}

@Injectable()
export class ShelfFulfilment extends Fulfilment {
  readonly app = 'shelf';
  async paid(_payment: AppPayment) {
    return true;
  }
  async refunded(_payment: AppPayment) {}
}

export class BookInput {
  @Uuid() book_id!: string;
}

export class AnyBookInput {
  @Optional() @Uuid() book_id?: string;
}

export class Result {
  @IsString() message!: string;
}

class Cover {
  @IsString() colour!: string;
}

export class CoverResult {
  @Nested(() => Cover) cover!: Cover;
}

/** An action that is right but for what is said of it. */
export function action(name: string, declared: Partial<ActionDeclaration> = {}): Type<never> {
  const declaration = { access: 'authenticated', description: 'Reads.', result: Result } as const;
  class Run {
    async run() {
      return { message: 'Done' };
    }
  }
  Action(name, { ...declaration, ...declared })(Run);
  return Run as never;
}

/** An app that is right but for what is said of it. */
export function app(declared: Partial<AppDeclaration> = {}): Type {
  class Shelf {}
  App({
    slug: 'shelf',
    name: 'Shelf',
    description: 'Books.',
    icon: 'book',
    category: 'examples',
    version: '1.0.0',
    uses: [],
    entities: [Book],
    migrations: [],
    actions: [action('read-book')],
    settings: Settings,
    stats: ShelfStats,
    providers: [],
    ...declared,
  })(Shelf);
  return Shelf;
}

/** The start of a service that has nothing but these apps, and asks no database. */
export async function start(...apps: Type[]): Promise<string[]> {
  const options = dataSourceOptions(
    {
      url: 'postgres://nobody@127.0.0.1:1/none',
      poolSize: 1,
      onLost: () => undefined,
    },
    { entities: [Book, Bottle], migrations: [] },
  );
  const dataSource = new DataSource(options);
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  const database = new DatabaseService(dataSource, {} as Pool, {} as KeyedReads, {} as PipelinedConnections, []);
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule, ...apps],
    providers: [
      { provide: APP_CATALOGUE, useValue: apps },
      { provide: APP_REGISTRY, useClass: AppRegistry },
      { provide: DatabaseService, useValue: database },
      ExtensionsService,
      ExemptPathsRegistry,
      TargetRepository,
      RegisterApps,
    ],
  }).compile();
  await module.init();
  return (module.get(APP_REGISTRY) as AppRegistry).all().map(({ slug }) => slug);
}

export const target = { entity: Book, by: 'book_id' };
export const owned = { access: 'owner', input: BookInput, target } as const;
