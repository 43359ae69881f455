import { readFileSync } from 'node:fs';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { Reader } from '../../src/platform/config/reader.js';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const reader = new Reader({});
readEnvironment({}, reader);
const SETTINGS = [...reader.asked];
/** Variables that the image sets. */
const OF_THE_IMAGE = new Set(['PORT', 'HOST', 'NODE_ENV', 'DATA_DIR']);

it.each(SETTINGS)('%s is in the table of docs/settings.md', (name) => {
  expect(read('docs/settings.md')).toMatch(new RegExp(`^\\|[^|]*\`${name}\``, 'm'));
});

describe('compose.yaml', () => {
  const compose = read('compose.yaml');

  it.each(SETTINGS.filter((name) => !OF_THE_IMAGE.has(name)))('passes %s on', (name) => {
    // The database and Redis are services of the same file.
    const value = ['DATABASE_URL', 'REDIS_URL'].includes(name) ? '\\S' : `\\$\\{${name}:[-?]`;
    expect(compose).toMatch(new RegExp(`^      ${name}: ${value}`, 'm'));
  });

  it('exposes only the service to other machines: captured mails contain links that recover accounts', () => {
    const ports = [...compose.matchAll(/ports: \[(.*)\]/g)].map(([, given]) => given);
    expect(ports).toEqual(["'3000:3000'", "'127.0.0.1:8025:8025'"]);
  });
});
