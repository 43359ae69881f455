import type { RegisteredAction } from '../../src/apps/kernel/registry.js';
import { schemaOf } from '../../src/apps/kernel/app.js';
import type { TestService } from '../support/service.js';
import type { AppSweep } from './app-sweep.js';

const WORDS = 'nothing of this may stay';
/** A job of the app's own may write between two looks; what an action leaves is there each time. */
const LOOKS = 3;
/** Where actions leave something beside their own tables. */
const SERVICES = ['apps', 'events', 'files', 'notifications', 'payments', 'realtime'];

const TABLES = `SELECT c.oid::regclass::text AS place, n.nspname AS schema FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;
const JOBS = `SELECT count(*)::text FROM jobs.job
  WHERE name NOT LIKE '\\_\\_%' AND name NOT IN (SELECT name FROM jobs.schedule)`;
const FAIL = `CREATE OR REPLACE FUNCTION platform.fail() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION '${WORDS}'; END $$`;

interface Failing {
  place: string;
  trigger: string;
}

/** Lets the changing actions of an app fail at their very end, and looks for what has stayed of them. */
export class Rollback {
  private constructor(
    private readonly service: TestService,
    private readonly sweep: AppSweep,
    private readonly own: string[],
    private readonly remains: string,
  ) {}

  static async of(service: TestService, sweep: AppSweep): Promise<Rollback> {
    const own = schemaOf(sweep.app.slug);
    const { rows } = await service.database.query(TABLES, [[own, ...SERVICES]]);
    const contents = rows.map(({ place, schema }) =>
      schema === own
        ? `SELECT md5(string_agg(t::text, ';' ORDER BY t::text)) FROM ${place} t`
        : `SELECT count(*)::text FROM ${place}`,
    );
    const places = rows.filter(({ schema }) => schema === own).map(({ place }) => place as string);
    const remains = [...contents, JOBS].map((content) => `(${content})`).join(', ');
    return new Rollback(service, sweep, places, `SELECT ARRAY[${remains}] AS remains`);
  }

  /** The event is the last that an action writes. */
  whereItsEventFails(): Promise<string[]> {
    return this.failing([this.eventFails()], false);
  }

  /** What asks somebody outside may commit before its event: there its own rows fail, at that COMMIT. */
  whereItsRowsFail(): Promise<string[]> {
    const kind = 'DEFERRABLE INITIALLY DEFERRED FOR EACH ROW';
    const rowsFail = this.own.map((place) => ({
      place,
      trigger: `CREATE CONSTRAINT TRIGGER fails AFTER INSERT OR UPDATE OR DELETE ON ${place} ${kind}`,
    }));
    return this.failing([...rowsFail, this.eventFails()], true);
  }

  private eventFails(): Failing {
    const place = 'events.domain_events';
    const own = `WHEN (NEW.type LIKE '${this.sweep.app.slug}/%')`;
    return { place, trigger: `CREATE TRIGGER fails BEFORE INSERT ON ${place} FOR EACH ROW ${own}` };
  }

  private async failing(where: Failing[], outside: boolean): Promise<string[]> {
    const actions = this.sweep.changing(outside);
    const inputs = await Promise.all(actions.map((action) => this.inputs(action)));
    await this.run([FAIL, ...where.map(({ trigger }) => `${trigger} EXECUTE FUNCTION platform.fail()`)]);
    const faults: string[] = [];
    for (const [at, action] of actions.entries()) {
      faults.push(...(await this.faultsOf(action, inputs[at] as object[])));
    }
    await this.run(where.map(({ place }) => `DROP TRIGGER fails ON ${place}`));
    return faults;
  }

  /** The rows that they are about are made while that can be. */
  private async inputs(action: RegisteredAction): Promise<object[]> {
    return [await this.sweep.input(action), await this.sweep.input(action, { all: true })];
  }

  private async faultsOf(action: RegisteredAction, inputs: object[]): Promise<string[]> {
    for (let look = 1; ; look++) {
      const before = await this.look();
      const { reached, answers } = await this.call(action, inputs);
      if ((await this.look()) !== before) {
        if (look < LOOKS) continue;
        return [`${action.name}: something has stayed of it`];
      }
      if (reached || this.sweep.refusedAnyway(action)) return [];
      return [`${action.name} does not get so far: ${answers.join(', ')}`];
    }
  }

  /** Until one of them gets to its end. */
  private async call({ name, declaration: { access } }: RegisteredAction, inputs: object[]) {
    const answers: string[] = [];
    for (const caller of this.sweep.callers(access)) {
      for (const input of inputs) {
        const logged = this.service.log.length;
        const answer = await fetch(`${this.service.url}/v1/apps/${this.sweep.app.slug}/${name}`, {
          method: 'POST',
          headers: { ...caller.headers, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
        const text = await answer.text();
        if (answer.status === 500) {
          const isOurs = this.service.log.slice(logged).some((line) => line.includes(WORDS));
          return { reached: isOurs, answers: [`500 ${isOurs ? WORDS : 'of its own'}`] };
        }
        answers.push(`${answer.status} ${text.slice(0, 150)}`);
      }
    }
    return { reached: false, answers };
  }

  private async look(): Promise<string> {
    const { rows } = await this.service.database.query(this.remains);
    return JSON.stringify(rows[0].remains);
  }

  private async run(statements: string[]): Promise<void> {
    for (const statement of statements) await this.service.database.query(statement);
  }
}
