import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { V8_OPTIONS } from '../../src/run-program.js';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';

const BUNDLE = fileURLToPath(new URL('../../dist/bundle/programs.cjs', import.meta.url));
const text = readFileSync(BUNDLE, 'latin1');

it('V8 uses the stored code, so a start does not compile the bundle', () => {
  const program = `
    for (const option of ${JSON.stringify(V8_OPTIONS)}) require('node:v8').setFlagsFromString(option);
    const [text, cachedData] = [['', 'latin1'], ['.compiled']].map(([ending, encoding]) =>
      require('node:fs').readFileSync(process.argv[1] + ending, encoding));
    const { cachedDataRejected } = new (require('node:vm').Script)(text, { filename: process.argv[1], cachedData });
    process.stdout.write(String(cachedDataRejected));`;
  // Without the options of the process that runs the specs: the stored code is that of a start without any.
  const { NODE_OPTIONS: _, ...env } = process.env;
  expect(execFileSync(process.execPath, ['-e', program, BUNDLE], { encoding: 'utf8', env })).toBe('false');
});

it('the bundle is ASCII: any other character would double the memory of its text', () => {
  expect(Buffer.byteLength(text, 'utf8')).toBe(text.length);
});

it('the bundle has no import() of its own, which a script cannot run', () => {
  expect(text.match(/[^\w$.]import\(/g)).toBeNull();
});

it('classes of the bundle have the names of their sources, so the documents are the same', async () => {
  const databaseName = await cloneTemplate();
  const folder = temporaryFolder();
  const server = await ServerProcess.start({ DATABASE_URL: addressOf(databaseName), DATA_DIR: folder });
  try {
    const kept = readFileSync(new URL('../../docs/snapshots/openapi.json', import.meta.url), 'utf8');
    expect(await (await fetch(`${server.url}/v1/openapi.json`)).json()).toEqual(JSON.parse(kept));
  } finally {
    await server.kill('SIGTERM');
    await dropDatabase(databaseName);
    removeFolder(folder);
  }
});
