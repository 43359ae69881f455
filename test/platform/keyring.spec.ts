import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Keyring } from '../../src/platform/access/keyring.js';
import { rotateSecrets } from '../../src/platform/access/secrets-file.js';
import { Vault } from '../../src/platform/access/vault.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { eventually } from '../support/service.js';

let folder: string;
let file: string;
const opened: Keyring[] = [];
const warnings: unknown[] = [];
const silent = () => undefined;
beforeAll(() =>
  Logger.overrideLogger({ log: silent, error: silent, warn: (words: unknown) => warnings.push(words) }),
);
beforeEach(() => {
  warnings.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'platform-keys-'));
  file = join(folder, 'jwt-secrets.json');
});
afterEach(() => {
  for (const keyring of opened.splice(0)) keyring.onApplicationShutdown();
  rmSync(folder, { recursive: true, force: true });
});

function open(variables: Record<string, string> = {}): Keyring {
  const keyring = new Keyring(readEnvironment({ DATA_DIR: folder, ...variables }));
  opened.push(keyring);
  return keyring;
}

const kids = (keyring: Keyring) => keyring.all().map(({ kid }) => kid);
const changed = (keyring: Keyring, expected: string[]) =>
  eventually(async () => expect(kids(keyring)).toEqual(expected));

describe('the secrets in DATA_DIR', () => {
  it('are made once, for their owner alone, and are the same for whoever comes later', () => {
    const first = open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.current.secret.length).toBeGreaterThanOrEqual(32);
    expect(open().current).toEqual(first.current);
  });

  it('do not matter where JWT_SECRET is set', () => {
    const secret = 'x'.repeat(40);
    expect(open({ JWT_SECRET: secret }).current.secret).toBe(secret);
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('are taken over by a running server when they are rotated; the old ones stay valid', async () => {
    const running = open();
    const [old = ''] = kids(running);
    rotateSecrets(folder, false);
    const [fresh = '', ...rest] = kids(open());
    expect(rest).toEqual([old]);
    await changed(running, [fresh, old]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rotateSecrets(folder, true);
    await changed(running, kids(open()));
    expect(running.find(old)).toBeUndefined();
  });

  it.each<[string, () => void]>([
    ['half written', () => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20))],
    ['removed', () => rmSync(file)],
    ['gone with its folder', () => rmSync(folder, { recursive: true })],
  ])('that are %s under a running server change nothing for it', async (_what, harm) => {
    const running = open();
    const before = kids(running);
    harm();
    await eventually(async () => expect(warnings).toEqual([expect.stringContaining('the keys stay')]));
    expect(kids(running)).toEqual(before);
  });

  it('that nobody can read stop a start with one line', () => {
    writeFileSync(file, '{"secret":');
    chmodSync(file, 0o600);
    expect(() => open()).toThrow(
      /^.*jwt-secrets\.json cannot be read: mend it, or remove it to sign everybody out$/,
    );
  });
});

describe('what is sealed', () => {
  it('opens under its own name, also after a rotation, and never under another or when it was changed', () => {
    const vault = new Vault(open());
    const sealed = vault.seal('a', { word: 'secret' });
    expect(sealed.toString('latin1')).not.toContain('secret');
    expect(vault.seal('a', { word: 'secret' }).equals(sealed)).toBe(false);
    rotateSecrets(folder, false);
    const later = new Vault(open());
    expect(later.open('a', sealed)).toEqual({ word: 'secret' });
    expect(later.open('b', sealed)).toBeUndefined();
    const changedByte = Buffer.from(sealed);
    changedByte[sealed.length - 1] = (changedByte[sealed.length - 1] as number) ^ 1;
    expect(later.open('a', changedByte)).toBeUndefined();
    expect(later.open('a', Buffer.alloc(0))).toBeUndefined();
    rotateSecrets(folder, true);
    expect(new Vault(open()).open('a', sealed)).toBeUndefined();
  });
});
