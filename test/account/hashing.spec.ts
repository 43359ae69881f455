import { availableParallelism } from 'node:os';
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
    // The order of the starts is certain; that of the ends depends on which thread gets a core.
    const order: HashPriority[] = [];
    const queue = hasher as unknown as { start: (priority: HashPriority) => void };
    const start = queue.start.bind(hasher);
    queue.start = (priority) => {
      order.push(priority);
      start(priority);
    };
    const many = (count: number, priority: HashPriority) =>
      Array.from({ length: count }, () => hasher.hash(PASSWORD, priority));
    await Promise.all([...many(8, 'bulk'), ...many(6, 'app'), ...many(6, 'account'), ...many(6, 'sign-in')]);
    queue.start = start;
    const times = (count: number, priority: HashPriority) => Array.from({ length: count }, () => priority);
    // Running hashes are not interrupted: one of the bulk request, and as many of the apps as run at once beside it.
    const beside = Math.min(4, availableParallelism()) - 1;
    expect(order).toEqual([
      ...times(1, 'bulk'),
      ...times(beside, 'app'),
      ...times(6, 'sign-in'),
      ...times(6, 'account'),
      ...times(6 - beside, 'app'),
      ...times(7, 'bulk'),
    ]);
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
