import { specFile } from './spec.mjs';

/** The files of a new app: a table of things that people own, and the action that makes one. */
export function appFiles(app) {
  const { slug, stamp, payments } = app;
  const folder = `src/apps/${slug}`;
  const files = {
    [`${folder}/${slug}.app.ts`]: tableOfContents(app),
    [`${folder}/entities/${slug}-item.entity.ts`]: entity(app),
    [`${folder}/migrations/${stamp}-${slug}.ts`]: migration(app),
    [`${folder}/item.repository.ts`]: repository(app),
    [`${folder}/item.view.ts`]: view(app),
    [`${folder}/${slug}.settings.ts`]: settings(app),
    [`${folder}/${slug}.stats.ts`]: stats(app),
    [`${folder}/actions/create-item.action.ts`]: createItem(app),
    [`test/apps/${slug}/${slug}.spec.ts`]: specFile(app),
  };
  // A line that begins with a dollar is for an app that is paid.
  const read = (text) => text.replace(/^([ \t]*)\$ (.*\n)/gm, payments ? '$1$2' : '');
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, read(text)]));
}

const tableOfContents = ({ slug, name, Class, stamp, paid }) =>
  `
import { App } from '../kernel/app.js';
$ import { BuyItem } from './actions/buy-item.action.js';
import { CreateItem } from './actions/create-item.action.js';
import { ${Class}Item } from './entities/${slug}-item.entity.js';
$ import { ${Class}Order } from './entities/${slug}-order.entity.js';
$ import { ${Class}Fulfilment } from './${slug}.fulfilment.js';
import { ${Class}Settings } from './${slug}.settings.js';
import { ${Class}Stats } from './${slug}.stats.js';
$ import { ExpireOrders } from './jobs/expire-orders.job.js';
import { ${Class}${stamp} } from './migrations/${stamp}-${slug}.js';

@App({
  slug: '${slug}',
  name: ${name},
  description: 'Items that people keep.',
  icon: 'box',
  category: 'tools',
  version: '1.0.0',
  uses: [${paid("'payments'")}],
  entities: [${Class}Item${paid(`, ${Class}Order`)}],
  migrations: [${Class}${stamp}],
  actions: [CreateItem${paid(', BuyItem')}],
  settings: ${Class}Settings,
  stats: ${Class}Stats,
  $ providers: [${Class}Fulfilment, ExpireOrders],
})
export class ${Class}App {}
`;

const entity = ({ Class, schema, paid }) => `
import { ${paid('Check, ')}Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';

@Entity({ schema: '${schema}', name: 'items' })
@Index('items_of_owner', ['owner_id', 'created_at', 'id'])
$ @Check('items_price_minor_check', 'price_minor > 0')
export class ${Class}Item {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) title!: string;
  $ @Column({ type: 'int' }) price_minor!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
`;

const migration = ({ Class, schema, stamp, paid }) => `
import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class ${Class}${stamp} extends SqlMigration {
  protected readonly apply = [
    'CREATE SCHEMA ${schema}',
    \`CREATE TABLE ${schema}.items (
      id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
      owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
      title text NOT NULL,
      $ price_minor int NOT NULL CHECK (price_minor > 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    )\`,
    'CREATE INDEX items_of_owner ON ${schema}.items (owner_id, created_at, id)',${paid(ordersTable(schema))}
  ];
  protected readonly revert = ['DROP SCHEMA ${schema} CASCADE'];
}
`;

const ordersTable = (schema) => `
    \`CREATE TABLE ${schema}.orders (
        id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
        owner_id uuid NOT NULL,
        seller_id uuid REFERENCES account.users (id) ON DELETE SET NULL,
        item_id uuid REFERENCES ${schema}.items (id) ON DELETE SET NULL,
        total_minor int NOT NULL,
        refunded_minor int NOT NULL DEFAULT 0,
        currency char(3) NOT NULL,
        coupon_id uuid,
        affiliate_id uuid,
        status text NOT NULL CHECK (status IN ('pending', 'paid', 'expired', 'refunded', 'needs_attention')),
        payment_id uuid,
        checkout_url text,
        expires_at timestamptz(3),
        paid_at timestamptz(3),
        refunded_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
    )\`,
    'CREATE UNIQUE INDEX orders_payment ON ${schema}.orders (payment_id)',
    \`CREATE UNIQUE INDEX orders_pending_once ON ${schema}.orders (item_id, owner_id) WHERE status = 'pending'\`,
    'CREATE INDEX orders_of_item ON ${schema}.orders (item_id, owner_id)',
    'CREATE INDEX orders_of_buyer ON ${schema}.orders (owner_id)',
    'CREATE INDEX orders_of_seller ON ${schema}.orders (seller_id, created_at)',
    \`CREATE INDEX orders_expiring ON ${schema}.orders (expires_at) WHERE status = 'pending'\``;

const repository = ({ slug, Class, prefix, schema }) => `
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { Days } from '../kernel/stats/app-stats.js';
import { ${Class}Item } from './entities/${slug}-item.entity.js';

const COUNT = sql(
  '${prefix}_items_of_days',
  \`SELECT count(*)::int AS items FROM ${schema}.items
   WHERE owner_id = $1 AND created_at >= $2::date AND created_at < $3::date + 1\`,
);

@AppProvider()
export class ItemRepository extends EntityRepository<${Class}Item> {
  protected readonly entity = ${Class}Item;

  async ofDays(ownerId: string, { from, to }: Days): Promise<{ items: number }> {
    return (await this.one<{ items: number }>(COUNT, ownerId, from, to)) as { items: number };
  }
}
`;

const view = ({ slug, Class, paid }) => `
import { ${paid('IsNumber, ')}IsString } from 'class-validator';
import { Time, Uuid } from '../../platform/http/fields.js';
$ import { decimal } from '../../platform/money/money.js';
import type { ${Class}Item } from './entities/${slug}-item.entity.js';

export class ItemView {
  @Uuid() id!: string;
  @IsString() title!: string;
  $ @IsNumber() price!: number;
  @Time() created_at!: Date;
}

export const presentItem = ({ id, title, ${paid('price_minor, ')}created_at }: ${Class}Item): ItemView => ({
  id,
  title,
  $ price: decimal(BigInt(price_minor)),
  created_at,
});
`;

const settings = ({ Class }) => `
import { Chars } from '../../platform/http/fields.js';

export class ${Class}Settings {
  /** Of items that are made without one. */
  @Chars(1, 200) default_title = 'Untitled';
}
`;

const stats = ({ Class }) => `
import { IsInt } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { ItemRepository } from './item.repository.js';

class ${Class}Figures {
  /** Made in these days. */
  @IsInt() items!: number;
}

@AppProvider()
export class ${Class}Stats extends AppStats {
  readonly shape = ${Class}Figures;

  constructor(private readonly items: ItemRepository) {
    super();
  }

  of(userId: string, days: Days): Promise<${Class}Figures> {
    return this.items.ofDays(userId, days);
  }
}
`;

const createItem = ({ slug, Class, paid }) => `
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Written } from '../../../platform/http/fields.js';
$ import { Amount } from '../../../platform/money/amount.field.js';
$ import { minorUnits, USD } from '../../../platform/money/money.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ItemRepository } from '../item.repository.js';
import { ItemView, presentItem } from '../item.view.js';
import { ${Class}Settings } from '../${slug}.settings.js';

class Input {
  @Optional() @Written(1, 200) title?: string;
  $ @Amount() price!: number;
}

class Result extends answerWith('item', () => ItemView) {}

@Action('create-item', {
  access: 'authenticated',
  changes: true,
  about: 'item',
  description: 'Makes an item.',
  input: Input,
  result: Result,
})
export class CreateItem {
  constructor(
    private readonly items: ItemRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { default_title } = await this.settings.of(${Class}Settings, caller.id);
    $ const price_minor = Number(minorUnits(input.price, USD));
    const title = input.title ?? default_title;
    const item = await this.items.insert({ owner_id: caller.id, title${paid(', price_minor')} });
    return { item: presentItem(item) };
  }
}
`;
