import { ExpireEnvelopesJob } from '../../../src/apps/esignatures/jobs/expire-envelopes.job.js';
import { ReleaseHoldsJob } from '../../../src/apps/esignatures/jobs/release-holds.job.js';
import { RemindSignersJob } from '../../../src/apps/esignatures/jobs/remind-signers.job.js';
import { SigningRoom } from './signing-room.js';

describe('the upkeep of envelopes', () => {
  let room: SigningRoom;
  beforeAll(async () => (room = await SigningRoom.open()));
  afterAll(() => room.stop());

  const holds = async (id: string) =>
    (await room.rows('SELECT FROM ext_documents.holds WHERE reference_id = $1', id)).length;

  it('expires what is due, once', async () => {
    const { envelope, tokens } = await room.sent();
    await room.rows(
      `UPDATE ext_esignatures.envelopes SET expires_at = now() - interval '1 s' WHERE id = $1`,
      envelope.id,
    );
    await room.public('open-envelope', { token: tokens[0] }).expect(409, { error: 'Envelope has expired' });
    await room.run(ExpireEnvelopesJob);
    await room.run(ExpireEnvelopesJob);
    const { envelope: expired, audit } = await room.get(envelope.id);
    expect(expired.status).toBe('expired');
    expect(audit.filter(({ event }: { event: string }) => event === 'expired')).toHaveLength(1);
    const { body } = await room.ask('stats').expect(200);
    expect(body.stats).toMatchObject({ sent: 1, expired: 1, open: 0, completion_rate: 0, awaiting_me: 0 });
  });

  it('reminds once for each mark', async () => {
    const member = await room.service.account();
    const { envelope } = await room.sent({ signers: [{ name: 'Member', user_id: member.id }] });
    await room.run(RemindSignersJob);
    expect(await room.notices(member)).toEqual(['requested']);
    await room.rows(
      `UPDATE ext_esignatures.signers SET ready_at = ready_at - interval '3 days 1 hour' WHERE envelope_id = $1`,
      envelope.id,
    );
    await room.run(RemindSignersJob);
    await room.run(RemindSignersJob);
    expect(await room.notices(member)).toEqual(['requested', 'reminder']);
  });

  it('holds the documents until the years are over', async () => {
    const { envelope } = await room.completed();
    expect(await holds(envelope.id)).toBe(2);
    const end = (age: string) =>
      room.rows(`UPDATE ext_esignatures.envelopes SET ended_at = now() - interval '${age}' WHERE id = $1`, envelope.id);
    await end('6 years');
    await room.run(ReleaseHoldsJob);
    expect(await holds(envelope.id)).toBe(2);
    await end('8 years');
    await room.run(ReleaseHoldsJob);
    expect(await holds(envelope.id)).toBe(0);
  });

  it('keeps the copies of others when the sender leaves', async () => {
    const member = await room.service.account();
    await room.install(member);
    const signers = [{ name: 'Member', user_id: member.id }];
    const open = await room.sent({ signers });
    const { envelope } = await room.sent({ signers });
    const signed = await room.signing({ envelope_id: envelope.id }, {}, member.client);
    expect(signed.status).toBe(200);
    await room.service.jobsDone();
    const admin = await room.service.admin();
    await admin.client.delete(`/v1/admin/users/${room.sender.id}`).expect(200);
    const kept = await room.get(envelope.id, member.client);
    expect(kept.audit_valid).toBe(true);
    expect((await room.bytes(kept.downloads.final)).subarray(0, 5).toString()).toBe('%PDF-');
    const { envelope: ended } = await room.get(open.envelope.id, member.client);
    expect(ended).toMatchObject({ status: 'voided', end_reason: 'Sender left' });
  });
});
