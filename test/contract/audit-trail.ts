import type { RegisteredAction } from '../../src/apps/kernel/registry.js';
import type { Client } from '../support/client.js';
import type { TestService } from '../support/service.js';
import type { AppSweep } from './app-sweep.js';

const EVENTS = 'events.domain_events';
const TELL = `CREATE OR REPLACE FUNCTION platform.tell_staff() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'an event with staff = %', NEW.staff; END $$`;
const TOLD = /an event with staff = ([tf])/;

/**
 * Which changes of an app stand in the audit trail. Every event fails here and tells whether it belongs there, so that
 * no call changes what the next call is about.
 */
export class AuditTrail {
  constructor(
    private readonly service: TestService,
    private readonly sweep: AppSweep,
  ) {}

  async faults(): Promise<string[]> {
    const actions = [...this.sweep.app.actions.values()].filter(
      ({ declaration: { changes, notes } }) => changes || notes,
    );
    const inputs = await Promise.all(
      actions.map(async (action) => [await this.sweep.input(action), await this.sweep.input(action, { all: true })]),
    );
    const own = `WHEN (NEW.type LIKE '${this.sweep.app.slug}/%')`;
    await this.service.database.query(TELL);
    await this.service.database.query(
      `CREATE TRIGGER tells BEFORE INSERT ON ${EVENTS} FOR EACH ROW ${own} EXECUTE FUNCTION platform.tell_staff()`,
    );
    try {
      const faults: string[] = [];
      for (const [at, action] of actions.entries())
        faults.push(...(await this.faultsOf(action, inputs[at] as object[])));
      return faults;
    } finally {
      await this.service.database.query(`DROP TRIGGER tells ON ${EVENTS}`);
    }
  }

  private async faultsOf(action: RegisteredAction, inputs: object[]): Promise<string[]> {
    const { name } = action;
    const { access, party } = action.declaration;
    const faults: string[] = [];
    if (access !== 'admin') {
      for (const client of this.sweep.callers(access)) {
        if ((await this.staffOf(name, client, inputs)).staff === true) faults.push(`${name}: its owner is audited`);
      }
    }
    if (access === 'admin' || access === 'owner' || party) {
      const { staff, succeeded } = await this.staffOf(name, this.sweep.admin, inputs);
      if (staff === false) faults.push(`${name}: an administrator is not audited`);
      if (succeeded) faults.push(`${name}: an administrator leaves no event`);
    }
    return faults;
  }

  /** Of the first input that gets as far as an event; undefined where none does. */
  private async staffOf(name: string, client: Client, inputs: object[]) {
    for (const input of inputs) {
      const logged = this.service.log.length;
      const answer = await fetch(`${this.service.url}/v1/apps/${this.sweep.app.slug}/${name}`, {
        method: 'POST',
        headers: { ...client.headers, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      await answer.text();
      const told = TOLD.exec(this.service.log.slice(logged).join('\n'));
      if (told) return { staff: told[1] === 't', succeeded: false };
      if (answer.ok) return { staff: undefined, succeeded: true };
    }
    return { staff: undefined, succeeded: false };
  }
}
