import { OpenApi } from '../../src/platform/http/openapi/document.js';
import { Database } from '../../src/platform/database/database.js';
import { describeSchema } from '../support/describe-schema.js';
import { TestService } from '../support/service.js';
import { expectKept } from '../support/snapshot.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => service.stop());

describe('what is written down is what is there', () => {
  it('the migrations make exactly what the entities say', async () => {
    const builder = service.app.get(Database).dataSource.driver.createSchemaBuilder();
    const { upQueries } = await builder.log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('docs/snapshots/openapi.json', () => {
    expectKept('openapi.json', `${JSON.stringify(service.app.get(OpenApi).document(), null, 2)}\n`);
  });

  it('docs/snapshots/schema.sql', async () => {
    expectKept('schema.sql', await describeSchema(service.database));
  });
});
