import { Refusal } from '../../src/platform/http/refusal.js';
import { Semaphore } from '../../src/platform/semaphore.js';

it('a semaphore refuses who has waited long enough, with its own words', async () => {
  const slots = new Semaphore(1, 10, Infinity, () => new Refusal(409, 'Rendering is busy, try again'));
  let end = () => undefined as void;
  const first = slots.run(() => new Promise<void>((resolve) => (end = resolve)));
  await expect(slots.run(() => Promise.resolve())).rejects.toMatchObject({
    status: 409,
    message: 'Rendering is busy, try again',
  });
  end();
  await first;
  expect(await slots.run(() => Promise.resolve('free'))).toBe('free');
});

it('a semaphore lets no more in line than it may, and has the words of the service by default', async () => {
  const slots = new Semaphore(1, undefined, 0);
  let end = () => undefined as void;
  const first = slots.run(() => new Promise<void>((resolve) => (end = resolve)));
  await expect(slots.run(() => Promise.resolve())).rejects.toMatchObject({ status: 503 });
  end();
  await first;
});
