import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { KeyringService } from '../../src/platform/access/keyring.service.js';
import { rotateSecrets } from '../../src/platform/access/secrets-file.js';
import { EncryptionService } from '../../src/platform/access/encryption.service.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { eventually } from '../support/service.js';

let folder: string;
let file: string;
const opened: KeyringService[] = [];
const warnings: unknown[] = [];
const silent = () => undefined;
/** Those of the keys alone: services of other specs, which this process keeps, have the same logger. */
const warn = (words: unknown) => void (String(words).includes(folder) && warnings.push(words));
beforeAll(() => Logger.overrideLogger({ log: silent, error: silent, warn }));
beforeEach(() => {
  warnings.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'platform-keys-'));
  file = join(folder, 'jwt-secrets.json');
});
afterEach(() => {
  for (const keyring of opened.splice(0)) keyring.onApplicationShutdown();
  rmSync(folder, { recursive: true, force: true });
});

function open(variables: Record<string, string> = {}): KeyringService {
  const keyring = new KeyringService(readEnvironment({ DATA_DIR: folder, ...variables }));
  opened.push(keyring);
  return keyring;
}

const kids = (keyring: KeyringService) => keyring.all().map(({ kid }) => kid);
const changed = (keyring: KeyringService, expected: string[]) =>
  eventually(async () => expect(kids(keyring)).toEqual(expected));

describe('the secrets in DATA_DIR', () => {
  it('are created once, readable only by their owner, and reused by later processes', () => {
    const first = open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.current.secret.length).toBeGreaterThanOrEqual(32);
    expect(open().current).toEqual(first.current);
  });

  it('are ignored when JWT_SECRET is set', () => {
    const secret = 'x'.repeat(40);
    expect(open({ JWT_SECRET: secret }).current.secret).toBe(secret);
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('are reloaded by a running server after a rotation; the old ones stay valid', async () => {
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

  it('that are unreadable stop the start with one line', () => {
    writeFileSync(file, '{"secret":');
    chmodSync(file, 0o600);
    expect(() => open()).toThrow(/^.*jwt-secrets\.json cannot be read: mend it, or remove it to sign everybody out$/);
  });
});

describe('an encrypted value', () => {
  it('is decrypted under its own name, also after a rotation, but not under another name or when it was changed', () => {
    const vault = new EncryptionService(open());
    const sealed = vault.seal('a', { word: 'secret' });
    expect(sealed.toString('latin1')).not.toContain('secret');
    expect(vault.seal('a', { word: 'secret' }).equals(sealed)).toBe(false);
    rotateSecrets(folder, false);
    const later = new EncryptionService(open());
    expect(later.open('a', sealed)).toEqual({ word: 'secret' });
    expect(later.open('b', sealed)).toBeUndefined();
    const changedByte = Buffer.from(sealed);
    changedByte[sealed.length - 1] = (changedByte[sealed.length - 1] as number) ^ 1;
    expect(later.open('a', changedByte)).toBeUndefined();
    expect(later.open('a', Buffer.alloc(0))).toBeUndefined();
    rotateSecrets(folder, true);
    expect(new EncryptionService(open()).open('a', sealed)).toBeUndefined();
  });
});
