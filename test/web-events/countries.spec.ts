import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { CountriesService } from '../../src/web-events/visits/countries.service.js';
import { countryDatabase } from './country-database.js';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countries-'));
  file = join(folder, 'countries.mmdb');
  writeFileSync(file, countryDatabase({ '9.0.0.0/8': 'DE', '192.168.0.0/16': 'XX' }));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function service(variables: Record<string, string>): Promise<CountriesService> {
  const made = new CountriesService(readEnvironment(variables));
  await made.onModuleInit();
  return made;
}

const visitor = (address: string, country?: string, viaOurProxy = true) => ({
  address,
  userAgent: 'Mozilla/5.0',
  headers: country === undefined ? {} : { 'cf-ipcountry': country },
  viaOurProxy,
});

it('come from the database of the operator', async () => {
  const countries = await service({ COUNTRY_DATABASE: file });
  expect(countries.of(visitor('9.9.9.9'))).toBe('DE');
  for (const address of ['8.8.8.8', '192.168.0.1', '2001:db8::1', 'nonsense', '']) {
    expect(countries.of(visitor(address))).toBeNull();
  }
});

it('come from the header of the proxy first', async () => {
  const countries = await service({ COUNTRY_DATABASE: file, COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'loopback' });
  expect(countries.of(visitor('9.9.9.9', 'fr'))).toBe('FR');
  expect(countries.of(visitor('9.9.9.9', 'T1'))).toBe('DE');
  expect(countries.of(visitor('9.9.9.9', 'FR', false))).toBe('DE');
  expect(countries.of(visitor('9.9.9.9'))).toBe('DE');
});

it('are unknown without a database', async () => {
  expect((await service({})).of(visitor('9.9.9.9'))).toBeNull();
});

it('a file that is no database stops the start with what is accepted', async () => {
  const wrong = join(folder, 'wrong.mmdb');
  writeFileSync(wrong, 'nothing');
  for (const path of [wrong, join(folder, 'missing.mmdb')]) {
    await expect(service({ COUNTRY_DATABASE: path })).rejects.toThrow(/COUNTRY_DATABASE is .*\.mmdb file/);
  }
});
