import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsString } from 'class-validator';
import type { Pool } from 'pg';
import { Column, DataSource, Entity } from 'typeorm';
import { Action, type ActionDeclaration, type Type } from '../../src/apps/kernel/action.js';
import { AppPayments } from '../../src/apps/kernel/app-payments.js';
import { App, type AppDeclaration } from '../../src/apps/kernel/app.js';
import { AppStats } from '../../src/apps/kernel/app-stats.js';
import { APP_CATALOGUE, RegisterApps } from '../../src/apps/kernel/register-apps.js';
import { APP_REGISTRY, AppRegistry } from '../../src/apps/kernel/registry.js';
import { type AppPayment, Fulfilment } from '../../src/payments/fulfilment.port.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import type { QuickLane } from '../../src/platform/database/quick-lane.js';
import { Declared } from '../../src/platform/declared.js';
import { Id } from '../../src/platform/database/columns.js';
import { Optional, Uuid } from '../../src/platform/http/input/fields.js';

@Entity({ schema: 'ext_shelf', name: 'books' })
class Book {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'text' }) title!: string;
}

@Entity({ schema: 'ext_cellar', name: 'bottles' })
class Bottle {
  @Id() id!: string;
}

class Settings {}

class Figures {}

@Injectable()
class ShelfStats extends AppStats {
  readonly shape = Figures;
  async of() {
    return {};
  }
}

@Injectable()
class ShelfFulfilment extends Fulfilment {
  readonly app = 'shelf';
  async paid(_payment: AppPayment) {
    return true;
  }
  async refunded(_payment: AppPayment) {}
}

class BookInput {
  @Uuid() book_id!: string;
}

class AnyBookInput {
  @Optional() @Uuid() book_id?: string;
}

class Result {
  @IsString() message!: string;
}

/** An action that is right but for what is said of it. */
function action(name: string, declared: Partial<ActionDeclaration> = {}): Type<never> {
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
function app(declared: Partial<AppDeclaration> = {}): Type {
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
async function start(...apps: Type[]): Promise<string[]> {
  const options = dataSourceOptions({
    url: 'postgres://nobody@127.0.0.1:1/none',
    poolSize: 1,
    onPoolError: () => undefined,
  });
  const dataSource = new DataSource({ ...options, entities: [Book, Bottle] } as typeof options);
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  const database = new Database(dataSource, {} as Pool, {} as QuickLane, []);
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule, ...apps],
    providers: [
      { provide: APP_CATALOGUE, useValue: apps },
      { provide: APP_REGISTRY, useClass: AppRegistry },
      { provide: Database, useValue: database },
      Declared,
      RegisterApps,
    ],
  }).compile();
  await module.init();
  return (module.get(APP_REGISTRY) as AppRegistry).all().map(({ slug }) => slug);
}

const target = { entity: Book, by: 'book_id' };
const owned = { access: 'owner', input: BookInput, target } as const;

describe('the registry', () => {
  it('takes an app that is right', async () => {
    const actions = [
      action('read-book', owned),
      action('lend-book', { ...owned, access: 'authenticated', party: ['owner_id'] }),
      action('find-book', { access: 'public', target, input: AnyBookInput }),
    ];
    expect(await start(app({ actions }))).toEqual(['shelf']);
    const paid = app({ uses: ['payments'], providers: [ShelfFulfilment] });
    expect(await start(paid)).toEqual(['shelf']);
  });

  it.each<[string, Partial<AppDeclaration>, string]>([
    ['a slug that is none', { slug: 'Shelf', entities: [] }, 'its slug is not made of words and hyphens'],
    ['an entity of another schema', { entities: [Book, Bottle] }, 'Bottle is not in ext_shelf'],
    [
      'two actions of one name',
      { actions: [action('read-book'), action('read-book')] },
      'two actions read-book',
    ],
    ['a class that is no action', { actions: [Figures as never] }, 'Figures of shelf is no @Action'],
    ['payments without a fulfilment', { uses: ['payments'] }, 'it uses payments and fulfils none'],
    [
      'a fulfilment without payments',
      { providers: [ShelfFulfilment] },
      'it is paid and does not use payments',
    ],
  ])('stops the start for %s', async (_, declared, words) => {
    await expect(start(app(declared))).rejects.toThrow(words);
  });

  it.each<[string, string, Partial<ActionDeclaration>, string]>([
    [
      'an action for an owner of nothing',
      'read-book',
      { access: 'owner' },
      'is for an owner, and names no target',
    ],
    [
      'a target that no field names',
      'read-book',
      { ...owned, input: Result },
      'has no field book_id for its target',
    ],
    [
      'an owner whom nobody asks after where a field is left out',
      'read-book',
      { ...owned, input: AnyBookInput },
      'lets book_id be left out, which tells whose it is',
    ],
    [
      'parties whom nobody asks after where a field is left out',
      'read-book',
      { access: 'authenticated', target, party: ['owner_id'], input: AnyBookInput },
      'lets book_id be left out, which tells whose it is',
    ],
    [
      'a target of another app',
      'read-book',
      { ...owned, target: { ...target, entity: Bottle } },
      'not of its app',
    ],
    [
      'a parent of another app',
      'read-book',
      { ...owned, target: { ...target, via: { entity: Bottle, by: 'x' } } },
      'not of its app',
    ],
    [
      'parties of what is for its owner',
      'read-book',
      { ...owned, party: ['owner_id'] },
      'has parties, and is not for them',
    ],
    ['parties of nothing', 'read-book', { party: ['owner_id'] }, 'has parties, and is not for them'],
    ['asking outside without a change', 'read-book', { outside: true }, 'asks outside, and changes nothing'],
    ['a name that is none', 'readBook', {}, 'is not a name of words and hyphens'],
  ])('stops the start for %s', async (_, name, declared, words) => {
    await expect(start(app({ actions: [action(name, declared)] }))).rejects.toThrow(words);
  });

  it('stops the start for two apps of one slug, and for what is no app', async () => {
    await expect(start(app(), app())).rejects.toThrow('Two apps have the slug shelf');
    await expect(start(Figures)).rejects.toThrow('Figures in the catalogue is no @App');
  });

  it('stops the start for whoever takes money without saying so', async () => {
    @Injectable()
    class Till {
      constructor(readonly payments: AppPayments) {}
    }
    const payments = { provide: AppPayments, useValue: new AppPayments({} as never) };
    await expect(start(app({ providers: [Till, payments] }))).rejects.toThrow(
      'Till takes money, and it does not use payments',
    );
  });
});
