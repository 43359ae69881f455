import {
  type HashPriority,
  PasswordHasherService,
} from '../../src/account/password-hashing/password-hasher.service.js';
import { WordFilterService } from '../../src/moderation/word-filter/word-filter.service.js';
import { SmtpClient } from '../../src/mail/smtp.client.js';
import { ProcessorClient } from '../../src/payments/processor/processor.client.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { Refusal } from '../../src/platform/http/refusal.js';
import { LimitsService } from '../../src/platform/limits/limits.service.js';
import { Storage } from '../../src/files/storage/storage.js';
import { PASSWORD, SLOW_HASHES, TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start(SLOW_HASHES);
});
afterAll(() => service.stop());

describe('the queue of hashing', () => {
  it('serves a sign-in before all others, and the passwords of a bulk request last', async () => {
    const hasher = service.app.get(PasswordHasherService);
    const order: HashPriority[] = [];
    const ask = (priority: HashPriority) => hasher.hash(PASSWORD, priority).then(() => void order.push(priority));
    const many = (count: number, priority: HashPriority) => Array.from({ length: count }, () => ask(priority));
    await Promise.all([...many(8, 'bulk'), ...many(6, 'app'), ...many(6, 'account'), ...many(6, 'sign-in')]);
    const last = (priority: HashPriority) => order.lastIndexOf(priority);
    // Running hashes are not interrupted: one of a bulk request, and as many of the apps as run at once.
    const ahead = order.slice(0, last('sign-in')).filter((one) => one !== 'sign-in');
    expect(ahead.filter((one) => one === 'bulk').length).toBeLessThanOrEqual(1);
    expect(ahead.length).toBeLessThanOrEqual(5);
    expect(last('account')).toBeLessThan(last('app') + 5);
    // The last hash of an app may run on a busy core while the first of the bulk overtake it.
    expect(order.slice(-3)).toEqual(['bulk', 'bulk', 'bulk']);
  });

  it('accepts sign-ins when the queue of the apps is full', async () => {
    const hasher = service.app.get(PasswordHasherService);
    // An invalid hash takes a place in the queue too, and ends at once.
    const flood = Array.from({ length: 300 }, () =>
      hasher.verify(PASSWORD, 'no hash', 'app').catch((error: Error) => error),
    );
    const signIns = Array.from({ length: 5 }, () => hasher.verify(PASSWORD, null));
    expect(await Promise.all(signIns)).toEqual([false, false, false, false, false]);
    const refused = (await Promise.all(flood)).filter((error) => error instanceof Refusal);
    expect(refused.length).toBeGreaterThanOrEqual(40);
    expect(refused[0]).toMatchObject({ status: 503, extra: { retryAfterSeconds: 2 } });
  });
});

describe('slow work', () => {
  it.each<[string, () => unknown]>([
    ['Hashing a password', () => service.app.get(PasswordHasherService).hash(PASSWORD)],
    ['Hashing a password', () => service.app.get(PasswordHasherService).verify(PASSWORD, null)],
    ['Filtering words', () => service.app.get(WordFilterService).clean('words')],
    ['Trying a pattern', () => service.app.get(WordFilterService).preview({ pattern: 'x', text: 'x' })],
    ['Counting a limit', () => service.app.get(LimitsService).flood('messages', 'key')],
    ['Counting a limit', () => service.app.get(LimitsService).guesses['token:address'].fail('key')],
    [
      'Counting a limit',
      () =>
        service.app
          .get(LimitsService)
          .attempts('test', { points: 1, duration: 1 })
          .guard('key', async () => true),
    ],
    ['Reading a limit', () => service.app.get(LimitsService).guesses['token:address'].isUsedUp('key')],
    ['Asking the payment processor', () => service.app.get(ProcessorClient).cancelSubscription('sub_1')],
    ['Sending a mail', () => service.app.get(SmtpClient).deliver({ to: 'a@example.com' } as never)],
    ['Storing a file', () => service.app.get(Storage).put('aa/bb/cc', '/nowhere', 1)],
    ['Reading a stored file', () => service.app.get(Storage).read('aa/bb/cc')],
    ['Removing a stored file', () => service.app.get(Storage).remove('aa/bb/cc')],
  ])('%s is an error inside a transaction', async (work, does) => {
    await expect(service.app.get(DatabaseService).transaction(async () => does())).rejects.toThrow(
      `${work} inside a transaction: move it before the BEGIN or behind the COMMIT`,
    );
  });
});
