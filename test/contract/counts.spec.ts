import { CATALOGUE } from '../../src/apps/catalogue.js';
import { declaredApp, schemaOf } from '../../src/apps/kernel/app.js';
import type { Manifest } from '../../src/apps/kernel/manifest.js';
import { OpenApiService } from '../../src/platform/http/openapi/openapi.service.js';
import { TestService } from '../support/service.js';
import { expectKept } from '../support/snapshot.js';
import { CONTRACT_APPS, PAYMENT_ACTIONS, PLATFORM_ACTIONS } from './contract-apps.js';

const present = CATALOGUE.map((type) => declaredApp(type)?.slug as string);
const contracted = present.filter((slug) => slug in CONTRACT_APPS);
const missing = Object.keys(CONTRACT_APPS).filter((slug) => !present.includes(slug));

let service: TestService;
let apps: Manifest[];
beforeAll(async () => {
  service = await TestService.lease();
  apps = (await service.client().get('/v1/apps/available').expect(200)).body.apps;
});
afterAll(() => service.stop());

const actionsOf = (app: Manifest, kind: string) =>
  app.actions.filter((action) => action.kind === kind).map(({ name }) => name);
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

describe("the specification's table", () => {
  it('has 27 apps with 382 actions of their own, and 533 in all', () => {
    const rows = Object.values(CONTRACT_APPS);
    const paid = rows.filter(({ uses }) => uses.includes('payments')).length;
    const own = sum(rows.map(({ actions }) => actions));
    const given = rows.length * PLATFORM_ACTIONS.length + paid * PAYMENT_ACTIONS.length;
    expect([rows.length, own, paid, own + given]).toEqual([27, 382, 8, 533]);
  });

  it.each(contracted)('is kept by %s', (slug) => {
    const { actions, uses } = CONTRACT_APPS[slug] as (typeof CONTRACT_APPS)[string];
    const app = apps.find((one) => one.slug === slug) as Manifest;
    expect({ schema: app.schema, uses: new Set(app.uses), own: actionsOf(app, 'own').length }).toEqual({
      schema: schemaOf(slug),
      uses: new Set(uses),
      own: actions,
    });
    expect(actionsOf(app, 'platform')).toEqual([
      ...PLATFORM_ACTIONS,
      ...(uses.includes('payments') ? PAYMENT_ACTIONS : []),
    ]);
  });

  for (const slug of missing) it.todo(`${slug} is not there yet`);

  if (!missing.length) {
    it('is kept as a whole', () => {
      const told = apps.filter(({ slug }) => slug in CONTRACT_APPS);
      const own = sum(told.map((app) => actionsOf(app, 'own').length));
      expect([told.length, own, sum(told.map(({ actions }) => actions.length))]).toEqual([27, 382, 533]);
    });
  }
});

describe('what apps tell of themselves', () => {
  it('is said of each app that is there, once', () => {
    expect(apps.map(({ slug }) => slug)).toEqual(present);
  });

  it('has every action in the reference, at an address of its own', () => {
    const { paths } = service.app.get(OpenApiService).document() as { paths: Record<string, object> };
    const told = apps.flatMap(({ slug, actions }) => actions.map(({ name }) => `/v1/apps/${slug}/${name}`));
    expect(told.filter((path) => !('post' in (paths[path] ?? {})))).toEqual([]);
  });

  it('docs/snapshots/manifests.json', () => {
    expectKept('manifests.json', `${JSON.stringify(apps, null, 2)}\n`);
  });
});
