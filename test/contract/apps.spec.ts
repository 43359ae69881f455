import { CATALOGUE } from '../../src/apps/catalogue.js';
import { declaredApp } from '../../src/apps/kernel/app.js';
import { APP_REGISTRY, type AppRegistry, type RegisteredApp } from '../../src/apps/kernel/registry.js';
import { HelloApp } from '../apps/hello/hello.app.js';
import { TestService } from '../support/service.js';
import { AppSweep, type People } from './app-sweep.js';
import { AuditTrail } from './audit-trail.js';
import { Rollback } from './rollback.js';

const apps = [...CATALOGUE, HelloApp];

let service: TestService;
let registry: AppRegistry;
let people: People;
beforeAll(async () => {
  service = await TestService.start({}, { apps: apps as (new () => object)[] });
  registry = service.app.get(APP_REGISTRY);
  const [owner, stranger, newcomer] = await Promise.all([1, 2, 3].map(() => service.account()));
  people = { owner, stranger, newcomer, admin: await service.admin() } as People;
  await service.database.query(
    `INSERT INTO payments.business_accounts (user_id, processor_account_id, processor_charges_enabled)
     VALUES ($1, 'acct_sweep', true)`,
    [people.owner.id],
  );
  for (const { slug } of registry.all()) {
    for (const { client } of [people.owner, people.stranger]) {
      await client.post('/v1/apps/install', { slug }).expect(200);
    }
  }
});
afterAll(() => service.stop());

/** What the app declares, held against what it does; nothing here knows any app. */
describe.each(apps.map((type) => declaredApp(type)?.slug as string))('every action of %s', (slug) => {
  let sweep: AppSweep;
  let rollback: Rollback;
  beforeAll(async () => {
    sweep = await AppSweep.of(service, registry.find(slug) as RegisteredApp, people);
    rollback = await Rollback.of(service, sweep);
  });

  it('asks who calls, and whether they have the app', async () => {
    expect(await sweep.guards()).toEqual([]);
  });

  it('refuses a field that it does not know, and asks for those that it needs', async () => {
    expect([...(await sweep.unknownFields()), ...(await sweep.missingFields())]).toEqual([]);
  });

  it('refuses what its schema does not allow, and names the field', async () => {
    expect(await sweep.wrongFields()).toEqual([]);
  });

  it('does not find what is not there, and leaves to others what is theirs', async () => {
    expect(await sweep.targets()).toEqual([]);
  });

  it('stands in the audit trail where only the site role allows it', async () => {
    expect(await new AuditTrail(service, sweep).faults()).toEqual([]);
  });

  it('leaves nothing when it fails at its end', async () => {
    expect([...(await rollback.whereItsEventFails()), ...(await rollback.whereItsRowsFail())]).toEqual([]);
  });
});
