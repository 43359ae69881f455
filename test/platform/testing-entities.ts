import { Column, Entity } from 'typeorm';
import { Id, Moment, Money } from '../../src/platform/database/columns.js';
import { EntityRepository } from '../../src/platform/database/entity.repository.js';
import { BareDatabase } from '../support/bare-database.js';

@Entity({ schema: 'testing', name: 'accounts' })
export class Account {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Moment({ default: () => 'now()' }) created_at!: Date;
  @Moment({ nullable: true }) closed_at!: Date | null;
  @Column({ type: 'jsonb', nullable: true }) tags!: unknown;
  @Money({ default: 0 }) balance!: bigint;
  @Money({ nullable: true }) credit!: bigint | null;
  @Column({ type: 'integer', default: 0 }) visits!: number;
}

/** Every column has a default. */
@Entity({ schema: 'testing', name: 'tickets' })
export class Ticket {
  @Id() id!: string;
  @Column({ type: 'integer', default: 7 }) price!: number;
  @Column({ type: 'text', default: 'hidden', select: false }) secret!: string;
}

export class AccountRepository extends EntityRepository<Account> {
  protected readonly entity = Account;
}
class TicketRepository extends EntityRepository<Ticket> {
  protected readonly entity = Ticket;
}

const TABLES = `
  CREATE SCHEMA testing;
  CREATE TABLE testing.accounts (
    id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
    name text NOT NULL UNIQUE,
    note text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    closed_at timestamptz(3),
    tags jsonb,
    balance bigint NOT NULL DEFAULT 0,
    credit bigint,
    visits integer NOT NULL DEFAULT 0
  );
  CREATE TABLE testing.tickets (id uuid PRIMARY KEY DEFAULT platform.uuid_v7(), price integer NOT NULL DEFAULT 7,
    secret text NOT NULL DEFAULT 'hidden');`;

export interface Testing {
  bare: BareDatabase;
  accounts: AccountRepository;
  tickets: TicketRepository;
}

/** Repositories of two entities that only these tests have. */
export async function openTesting(): Promise<Testing> {
  const bare = await BareDatabase.open(10, [], undefined, [Account, Ticket]);
  await bare.pool.query(TABLES);
  return { bare, accounts: new AccountRepository(bare.database), tickets: new TicketRepository(bare.database) };
}
