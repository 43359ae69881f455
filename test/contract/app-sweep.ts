import { randomUUID } from 'node:crypto';
import { getMetadataStorage } from 'class-validator';
import type { ActionAccess, Target } from '../../src/apps/kernel/calls/action.js';
import type { RegisteredAction, RegisteredApp } from '../../src/apps/kernel/registry.js';
import { thingOf } from '../../src/apps/kernel/calls/targets.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { jsonSchemaOf } from '../../src/platform/http/openapi/json-schema.js';
import type { Client } from '../support/client.js';
import { type Row, Rows } from '../support/rows.js';
import type { Account, TestService } from '../support/service.js';
import { type Samples, samplesOf } from './samples.js';
import { Values } from './values.js';

export interface People {
  /** Has all apps, and owns the rows that are made. */
  owner: Account;
  /** Has all apps, and owns nothing. */
  stranger: Account;
  /** Has none. */
  newcomer: Account;
  admin: Account;
}

interface Answer {
  status: number;
  body: { error?: string; details?: { field: string }[] };
}

const CONDITION = 'conditionalValidation';

type Input = Record<string, unknown>;
type Check = (action: RegisteredAction) => Promise<string[]>;

const PLATFORM_REFUSES = new Set(['payment-succeeded', 'payment-refunded']);

/** What holds of every action of an app, made of what the app declares. Each sweep tells what does not hold. */
export class AppSweep {
  private constructor(
    private readonly service: TestService,
    readonly app: RegisteredApp,
    private readonly people: People,
    readonly samples: Samples,
    private readonly rows: Rows,
  ) {}

  static async of(service: TestService, app: RegisteredApp, people: People): Promise<AppSweep> {
    const samples = await samplesOf(app.slug);
    const rows = new Rows(service.database, people.owner.id, samples.rows);
    const sweep = new AppSweep(service, app, people, samples, rows);
    // One of everything, as far as that can be guessed: what stands in the way of an action says so itself.
    for (const entity of app.entities) await rows.the(sweep.place(entity)).catch(() => undefined);
    return sweep;
  }

  /** The first three checks: who calls, whether he may, whether he has the app. */
  guards(): Promise<string[]> {
    return this.each(async ({ name, declaration: { access } }) => {
      if (access === 'public') return [];
      const { owner, newcomer } = this.people;
      const refusal = access === 'admin' ? 'Forbidden' : 'App not installed';
      const caller = access === 'admin' ? owner : newcomer;
      return [
        ...unless(await this.call(this.service.client(), name, {}), 401, 'Not authenticated'),
        ...unless(await this.call(caller.client, name, {}), 403, refusal),
      ];
    });
  }

  unknownFields(): Promise<string[]> {
    return this.each((action) => this.refuses(action, {}, { nobody_knows_this: 1 }));
  }

  /** And no field is said to be needed by the database alone, which cannot name it. */
  missingFields(): Promise<string[]> {
    return this.each(async (action) => {
      const answer = await this.call(this.caller(action), action.name, {});
      const needed = Object.keys(valuesOf(action).sample());
      return [
        ...needed.filter((field) => !names(answer, field)).map((field) => `${field} is not needed`),
        ...optionalAnyway(action.input),
        ...(names(answer, '') ? [`{} gets as far as the database: ${JSON.stringify(answer.body)}`] : []),
      ];
    });
  }

  /** All fields at once, each with its next wrong value: as many calls as the field with most of them has. */
  wrongFields(): Promise<string[]> {
    return this.each(async (action) => {
      const fields = valuesOf(action).fields();
      const rounds = Math.max(0, ...fields.map(([, wrong]) => wrong.length));
      const base = await this.input(action);
      const faults: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const wrong = fields.filter(([, values]) => round < values.length);
        const given = Object.fromEntries(wrong.map(([name, values]) => [name, values[round]]));
        faults.push(...(await this.refuses(action, base, given)));
      }
      return faults;
    });
  }

  /** What is not there, for everybody; what is somebody else's, for a stranger. */
  targets(): Promise<string[]> {
    return this.each(async (action) => {
      const { target, access, party } = action.declaration;
      if (!target) return [];
      const { name } = action;
      const input = await this.input(action);
      const missing = { ...input, [target.by]: randomUUID() };
      const faults = unless(await this.call(this.caller(action), name, missing), 404, `${thingOf(target)} not found`);
      if (access !== 'owner' && !party) return faults;
      return [...faults, ...unless(await this.call(this.people.stranger.client, name, input), 403, 'Forbidden')];
    });
  }

  changing(isOutside: boolean): RegisteredAction[] {
    return [...this.app.actions.values()].filter(
      ({ declaration: { changes, outside } }) => changes && Boolean(outside) === isOutside,
    );
  }

  refusedAnyway({ name }: RegisteredAction): boolean {
    return PLATFORM_REFUSES.has(name) || Boolean(this.samples.refused?.includes(name));
  }

  /** As its owner or staff would call it: with what is needed, or with all that may be given. */
  async input(action: RegisteredAction, options: { all?: boolean } = {}): Promise<Input> {
    const { target } = action.declaration;
    const row = target ? await this.target(target, action.declaration.party) : {};
    const own = this.samples.inputs?.[action.name] ?? {};
    return {
      ...valuesOf(action).sample(options),
      ...(typeof own === 'function' ? own(row) : own),
      ...(target && { [target.by]: row.id }),
    };
  }

  /** Who may call it: whose the rows are, and a customer of his. */
  callers(access: ActionAccess): Client[] {
    const { admin, owner, stranger } = this.people;
    return access === 'admin' ? [admin.client] : [owner.client, stranger.client];
  }

  get admin(): Client {
    return this.people.admin.client;
  }

  private caller({ declaration: { access } }: RegisteredAction): Client {
    return access === 'public' ? this.service.client() : (this.callers(access)[0] as Client);
  }

  private async target({ entity, via, owner = 'owner_id' }: Target, party?: string[]): Promise<Row> {
    const parent = via && (await this.rows.the(this.place(via.entity)));
    const row = await this.rows.the(this.place(entity));
    if (parent && row[via.by] !== parent.id) await this.set(this.place(entity), row, via.by, parent.id);
    const [side = ''] = party ?? [via ? `parent.${owner}` : owner];
    const [column, above] = side.startsWith('parent.') ? [side.slice('parent.'.length), parent] : [side];
    const place = this.place(above && via ? via.entity : entity);
    if ((above ?? row)[column] !== this.people.owner.id) {
      await this.set(place, above ?? row, column, this.people.owner.id);
    }
    return row;
  }

  private async set(place: string, row: Row, column: string, value: unknown): Promise<void> {
    await this.service.database.query(`UPDATE ${place} SET ${column} = $2 WHERE id = $1`, [row.id, value]);
    row[column] = value;
  }

  private place(entity: Target['entity']): string {
    const { schema, tableName } = this.service.app.get(DatabaseService).dataSource.getMetadata(entity);
    return `${schema}.${tableName}`;
  }

  private async refuses(action: RegisteredAction, base: Input, given: Input): Promise<string[]> {
    const answer = await this.call(this.caller(action), action.name, { ...base, ...given });
    const fields = Object.keys(given);
    const accepted = fields.filter((field) => !names(answer, field));
    if (!accepted.length) return [];
    // A refusal with words of its own names no field; nor does what is refused for its size.
    if (fields.length === 1) {
      if (answer.status === 400 && !answer.body.details) return [];
      return [`${shortened(given)} is answered ${answer.status} ${answer.body.error ?? ''}`];
    }
    const alone: string[] = [];
    for (const field of accepted) {
      alone.push(...(await this.refuses(action, base, { [field]: given[field] })));
    }
    return alone;
  }

  private async call(client: Client, action: string, input: Input): Promise<Answer> {
    try {
      return await client.post(`/v1/apps/${this.app.slug}/${action}`, input);
    } catch (error) {
      return { status: 0, body: { error: (error as Error).message } };
    }
  }

  private async each(check: Check): Promise<string[]> {
    const faults = [...this.app.actions.values()].map(async (action) =>
      (await check(action)).map((fault) => `${action.name}: ${fault}`),
    );
    return (await Promise.all(faults)).flat();
  }
}

const valuesOf = ({ input }: RegisteredAction) => new Values(jsonSchemaOf(input, { exact: true }));

const names = ({ status, body }: Answer, field: string) =>
  status === 400 &&
  (body.details ?? []).some((fault) => fault.field === field || (field && fault.field.startsWith(`${field}.`)));

/** What a class says anew of a field of the class above it, which may be left out there, does not make it needed. */
function optionalAnyway(type: RegisteredAction['input']): string[] {
  const all = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const fields = (own: boolean, kind?: string) =>
    all.filter((one) => (one.target === type) === own && (!kind || one.type === kind)).map((one) => one.propertyName);
  const [optional, above] = [fields(true, CONDITION), fields(false, CONDITION)];
  const anew = new Set(fields(true).filter((field) => above.includes(field) && !optional.includes(field)));
  return [...anew].map((field) => `${field} is said anew, and may be left out as above`);
}

const shortened = (given: Input) => JSON.stringify(given).slice(0, 80);

function unless({ status, body }: Answer, wanted: number, error: string): string[] {
  if (status === wanted && body.error === error) return [];
  return [`${wanted} ${error} is wanted, and it answers ${status} ${JSON.stringify(body)}`];
}
