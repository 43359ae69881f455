import { OpenApiService } from '../../src/platform/http/openapi/openapi.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { describeSchema } from '../support/describe-schema.js';
import { TestService } from '../support/service.js';
import { expectKept } from '../support/snapshot.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => service.stop());

describe('the snapshots match the service', () => {
  it('the migrations create exactly what the entities declare', async () => {
    const builder = service.app.get(DatabaseService).dataSource.driver.createSchemaBuilder();
    const { upQueries } = await builder.log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('docs/snapshots/openapi.json', () => {
    expectKept('openapi.json', `${JSON.stringify(service.app.get(OpenApiService).document(), null, 2)}\n`);
  });

  it('docs/snapshots/schema.sql', async () => {
    expectKept('schema.sql', await describeSchema(service.database));
  });
});
