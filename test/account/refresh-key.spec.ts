import { type Account, TestService } from '../support/service.js';
import { atOnce, tally } from './at-once.js';
import { REFUSED, refreshing } from './refreshing.js';
import { sessionIdOf } from './token.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const { rotated, secondsPass, expectEnded, expectLiving } = refreshing(() => service);

describe('Idempotency-Key on POST /v1/auth/refresh', () => {
  const keyed = (refresh_token: string, key: string, of = service) =>
    of.client({ 'idempotency-key': key }).post('/v1/auth/refresh', { refresh_token });
  const age = (account: Account, seconds: number) =>
    service.database.query(
      `UPDATE account.refresh_keys SET answered_at = answered_at - interval '${seconds} seconds' WHERE session_id = $1`,
      [sessionIdOf(account.access_token)],
    );

  it('repeats the same tokens, although the old token is outdated', async () => {
    const account = await service.account();
    const { body: first } = await keyed(account.refresh_token, 'lost').expect(200);
    await secondsPass(account, 11);
    expect((await keyed(account.refresh_token, 'lost').expect(200)).body).toEqual(first);
    await expectLiving(account, first.session);
  });

  it('gives them to twenty concurrent requests', async () => {
    const account = await service.account();
    const answers = await atOnce(20, () => keyed(account.refresh_token, 'at-once'));
    expect(tally(answers)).toEqual({ 200: 20 });
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    await expectLiving(account, answers[0]?.body.session);
  });

  it('repeats them although the new token was used meanwhile, and the session stays open', async () => {
    const account = await service.account();
    const { body: first } = await keyed(account.refresh_token, 'one').expect(200);
    const { body: second } = await keyed(first.session.refresh_token, 'two').expect(200);
    expect((await keyed(account.refresh_token, 'one').expect(200)).body).toEqual(first);
    await expectLiving(account, second.session);
  });

  it('leaves the rule for all other tokens as it is: another key', async () => {
    const account = await service.account();
    const { body } = await keyed(account.refresh_token, 'mine').expect(200);
    await secondsPass(account, 11);
    await keyed(account.refresh_token, 'another').expect(401, REFUSED);
    await expectEnded(account, body.session);
  });

  it('leaves the rule for all other tokens as it is: after a minute', async () => {
    const account = await service.account();
    const { body } = await keyed(account.refresh_token, 'late').expect(200);
    await secondsPass(account, 61);
    await age(account, 61);
    await keyed(account.refresh_token, 'late').expect(401, REFUSED);
    await expectEnded(account, body.session);
  });

  it('refuses a stranger who has the key, and everybody after the sign-out', async () => {
    const [account, stranger] = [await service.account(), await service.account()];
    const { body } = await keyed(account.refresh_token, 'shared').expect(200);
    const theirs = (await keyed(stranger.refresh_token, 'shared').expect(200)).body;
    expect(sessionIdOf(theirs.session.access_token)).toBe(sessionIdOf(stranger.access_token));
    await keyed('no token', 'shared').expect(401, REFUSED);
    await service.bearer(body.session.access_token).post('/v1/auth/sign-out').expect(200);
    await keyed(account.refresh_token, 'shared').expect(401, REFUSED);
  });

  it('stores no token, and deletes keys older than a minute', async () => {
    const account = await service.account();
    const { body: first } = await keyed(account.refresh_token, 'first').expect(200);
    await age(account, 61);
    await keyed(first.session.refresh_token, 'second').expect(200);
    const { rows } = await service.database.query(
      'SELECT counter, r::text AS line FROM account.refresh_keys r WHERE session_id = $1',
      [sessionIdOf(account.access_token)],
    );
    expect(rows.map(({ counter }) => counter)).toEqual([1]);
    for (const token of [first.session.refresh_token, first.session.access_token]) {
      expect(rows[0].line).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  it('is refused when it cannot be a key', async () => {
    const { refresh_token } = await service.account();
    const answer = await keyed(refresh_token, 'with space').expect(400);
    expect(answer.body.error).toBe('Validation error');
    await rotated(refresh_token);
  });
});
