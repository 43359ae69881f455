import { TestService } from '../support/service.js';
import { RestSweep } from './rest-sweep.js';

let service: TestService;
let sweep: RestSweep;
beforeAll(async () => {
  service = await TestService.lease();
  sweep = await RestSweep.of(service, await service.account(), await service.admin());
});
afterAll(() => service.stop());

describe('every REST route', () => {
  it('is part of the sweep', () => expect(sweep.count).toBeGreaterThan(200));

  it('refuses callers below its level', async () => expect(await sweep.guards()).toEqual([]));

  it('names every wrong field', async () => expect(await sweep.wrongFields()).toEqual([]));

  it('names every missing field', async () => expect(await sweep.missingFields()).toEqual([]));

  it('refuses bodies that are no JSON, of another type, or too large', async () =>
    expect(await sweep.bodies()).toEqual([]));

  it('answers ids of a wrong form like unknown ones', async () => expect(await sweep.ids()).toEqual([]));

  it('refuses wrong cursors and limits', async () => expect(await sweep.pages()).toEqual([]));
});
