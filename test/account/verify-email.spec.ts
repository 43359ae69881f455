import { deadlocks } from '../support/deadlocks.js';
import { TestService } from '../support/service.js';
import { atOnce, refusals, tally } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const verify = (token_hash: string) => service.client().post('/v1/auth/verify-email', { token_hash, type: 'email' });
const expectRefused = (token_hash: string) => verify(token_hash).expect(400, { error: 'Invalid token' });
const resend = (email: string) => service.client().post('/v1/auth/resend-verification', { email }).expect(200);
const tokenTo = (email: string, count = 1) => service.mailedToken(email, 'token_hash', count);
const isVerified = async (email: string) =>
  (await service.database.query('SELECT email_verified_at FROM account.users WHERE email = $1', [email])).rows[0]
    .email_verified_at !== null;

describe('POST /v1/auth/verify-email', () => {
  it('answers with a session that works, without expires_at, and the user', async () => {
    const { id, email } = await service.account();
    const { body, headers } = await verify(await tokenTo(email)).expect(200);
    expect(body).toEqual({
      session: { access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 3600 },
      user: { id, email },
    });
    expect(headers['cache-control']).toBe('no-store');
    const { access_token, refresh_token } = body.session;
    await service.bearer(access_token).get('/v1/auth/session').expect(200);
    await service.client().post('/v1/auth/refresh', { refresh_token }).expect(200);
    const { body: profile } = await service.bearer(access_token).get('/v1/users/me').expect(200);
    expect(profile.user.email_verified).toBe(true);
    expect(profile.user.verified).toBe(false);
  });

  it('lets one of ten uses at once win', async () => {
    const { email } = await service.account();
    const token = await tokenTo(email);
    const answers = await atOnce(10, () => verify(token));
    expect(tally(answers)).toEqual({ 200: 1, 400: 9 });
    expect(refusals(answers)).toEqual([{ error: 'Invalid token' }]);
    await expectRefused(token);
  });

  it('lets one of five links of one user win, and they wait for nobody twice', async () => {
    const emails = (await atOnce(4, () => service.account())).map(({ email }) => email);
    const tokens = await Promise.all(emails.map((email) => tokenTo(email)));
    for (let count = 2; count <= 5; count++)
      for (const email of emails) {
        await resend(email);
        tokens.push(await tokenTo(email, count));
      }
    const before = await deadlocks(service);
    expect(tally(await Promise.all(tokens.map(verify)))).toEqual({ 200: 4, 400: 16 });
    expect(await deadlocks(service)).toBe(before);
  });

  it('refuses a link older than 24 hours', async () => {
    const { email } = await service.account();
    const token = await tokenTo(email);
    const { rows } = await service.database.query(
      `UPDATE account.mail_tokens t SET expires_at = now() FROM account.users u WHERE u.id = t.user_id AND u.email = $1
       RETURNING extract(epoch FROM t.expires_at - t.created_at) AS seconds, t.created_at`,
      [email],
    );
    expect(rows).toHaveLength(1);
    await expectRefused(token);
    expect(await isVerified(email)).toBe(false);
  });

  it('gives a link that is good for 24 hours', async () => {
    const { email } = await service.account();
    await tokenTo(email);
    const { rows } = await service.database.query(
      `SELECT extract(epoch FROM t.expires_at - t.created_at)::float8 / 3600 AS hours
       FROM account.mail_tokens t JOIN account.users u ON u.id = t.user_id WHERE u.email = $1`,
      [email],
    );
    expect(rows[0].hours).toBeCloseTo(24, 2);
  });

  it.each(['x', 'x'.repeat(43), '../../etc/passwd', "' OR 1=1 --", '%', '🔑'])('refuses %s', async (token) => {
    await expectRefused(token);
  });

  it('refuses a token that was changed, cut or made longer, and takes the right one after', async () => {
    const { email } = await service.account();
    const token = await tokenTo(email);
    const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const one of [flipped, token.slice(0, -1), `${token}A`, ` ${token}`, token.toLowerCase()])
      await expectRefused(one);
    await verify(token).expect(200);
  });

  it('refuses a recovery token, and does not use it up', async () => {
    const { email } = await service.account();
    await service.client().post('/v1/auth/forgot-password', { email }).expect(200);
    const recovery = await service.mailedToken(email, 'recovery_token');
    await expectRefused(recovery);
    expect(await isVerified(email)).toBe(false);
    await service.bearer(recovery).post('/v1/auth/reset-password', { password: 'another password' }).expect(200);
  });

  it('refuses access and refresh tokens', async () => {
    const { access_token, refresh_token } = await service.account();
    await expectRefused(access_token);
    await expectRefused(refresh_token);
  });

  it('does nothing when the link is only opened, as mail scanners do', async () => {
    const { email } = await service.account();
    const token = await tokenTo(email);
    await service.client().get(`/verify-email?token_hash=${token}&type=email`).expect(200);
    expect(await isVerified(email)).toBe(false);
    await verify(token).expect(200);
  });

  it('refuses the other links of an account that is confirmed', async () => {
    const { email } = await service.account();
    const first = await tokenTo(email);
    await resend(email);
    const second = await tokenTo(email, 2);
    expect(second).not.toBe(first);
    await verify(second).expect(200);
    await expectRefused(first);
  });

  it('refuses the link of a deleted account', async () => {
    const { id, email } = await service.account();
    const token = await tokenTo(email);
    await service.database.query('DELETE FROM account.users WHERE id = $1', [id]);
    await expectRefused(token);
  });
});

describe('POST /v1/auth/resend-verification', () => {
  it('answers alike for an unconfirmed, a confirmed and an unknown address', async () => {
    const { email } = await service.account();
    const { email: confirmed } = await service.account();
    await verify(await tokenTo(confirmed)).expect(200);
    const answers = [await resend(email), await resend(confirmed), await resend('nobody@example.com')];
    expect(answers[0]?.body).toEqual({ message: expect.any(String) });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await service.jobsDone();
    expect(await service.mailsTo(email)).toHaveLength(2);
    expect(await service.mailsTo(confirmed)).toHaveLength(1);
    expect(await service.mailsTo('nobody@example.com', 0)).toHaveLength(0);
  });

  it('finds the address in every spelling, and mails to the stored one', async () => {
    const { email } = await service.account();
    await resend(` ${email.toUpperCase()} `);
    expect(await service.mailsTo(email, 2)).toHaveLength(2);
  });

  it('sends at most five mails in 15 minutes, with the same answer, and sends again after that', async () => {
    const { email } = await service.account();
    const answers = await atOnce(8, () => resend(email));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await service.jobsDone();
    expect(await service.mailsTo(email)).toHaveLength(5);
    await service.database.query(`UPDATE account.mail_tokens SET created_at = created_at - interval '15 minutes'`);
    await resend(email);
    expect(await service.mailsTo(email, 6)).toHaveLength(6);
  });
});
