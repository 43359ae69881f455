import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_CHECKER } from '@community-platform/pages';
import { PDFDocument } from 'pdf-lib';
import { SealEnvelopeJob } from '../../../src/apps/esignatures/sealing/seal-envelope.job.js';
import { CLIENT, pdf, SigningRoom, signatureOn } from './signing-room.js';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const PUBLIC = '/v1/apps/esignatures/public';

describe('sealing', () => {
  let room: SigningRoom;
  beforeAll(async () => (room = await SigningRoom.open()));
  afterAll(() => room.stop());

  const check = (events: object[], ...more: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'audit-'));
    writeFileSync(join(folder, 'check-audit.mjs'), AUDIT_CHECKER);
    writeFileSync(join(folder, 'audit.json'), JSON.stringify({ audit: events }));
    return execFileSync(process.execPath, [join(folder, 'check-audit.mjs'), join(folder, 'audit.json'), ...more], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  };

  it('joins the originals and the certificate, and can be verified by anyone', async () => {
    const { envelope, audit, audit_valid, downloads } = await room.completed();
    expect(envelope).toMatchObject({ status: 'completed', seal_kind: 'hash' });
    expect(audit_valid).toBe(true);
    const bytes = await room.bytes(downloads.final);
    expect(sha256(bytes)).toBe(envelope.final_sha256);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(1);
    const verify = (path: string) =>
      fetch(`${room.service.url}${PUBLIC}/${path}`, { headers: { Accept: 'application/json' } });
    const code = new URL(envelope.verify_url).pathname.split('/').at(-1);
    for (const path of [`verify/${code}`, `verify?sha256=${envelope.final_sha256}`]) {
      const answer = await verify(path);
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as { envelope: object }).envelope).toMatchObject({
        title: 'Service agreement',
        audit_valid: true,
        signers: [{ name: 'Client' }],
      });
    }
    expect((await verify(`verify?sha256=${'0'.repeat(64)}`)).status).toBe(404);
    expect(check(audit)).toContain(`${audit.length} events are as they were written`);
    const changed = audit.map((event: { seq: number }) => (event.seq === 2 ? { ...event, ip: '1.2.3.4' } : event));
    expect(() => check(changed)).toThrow('Event 2 is not as it was written');
  });

  it('keeps the copy of the sender against deletion, and seals once', async () => {
    const { envelope } = await room.completed();
    const { final_document_id, final_sha256, id } = envelope;
    const trash = await room.sender.client.post('/v1/apps/documents/trash-items', { item_ids: [final_document_id] });
    expect(trash.status).not.toBe(200);
    await room.run(SealEnvelopeJob, { envelope_id: id });
    expect((await room.get(id)).envelope.final_sha256).toBe(final_sha256);
    const events = await room.rows('SELECT event FROM ext_esignatures.audit_events WHERE envelope_id = $1', id);
    expect(events.filter(({ event }) => event === 'sealed')).toHaveLength(1);
    await expect(
      room.rows(`UPDATE ext_esignatures.audit_events SET ip = 'x' WHERE envelope_id = $1`, id),
    ).rejects.toThrow();
  });

  it('stamps rotated and cropped pages, and drawn signatures', async () => {
    const document_ids = [await room.document(await pdf(1, true))];
    const { envelope, tokens } = await room.sent({ document_ids, signers: [{ ...CLIENT, fields: [signatureOn(1)] }] });
    const strokes = [
      [
        [0, 0],
        [1, 1],
      ],
    ];
    const { status } = await room.signing({ token: tokens[0] }, { signature: { kind: 'drawn', strokes } });
    expect(status).toBe(200);
    await room.service.jobsDone();
    expect((await room.get(envelope.id)).envelope.status).toBe('completed');
    const { body } = await room.public('open-envelope', { token: tokens[0] }).expect(200);
    expect(body.final).toBeTruthy();
  });

  it('tells the sender when all tries have failed, and starts again', async () => {
    const { envelope, tokens } = await room.sent();
    await room.rows(`UPDATE ext_esignatures.envelopes SET seal_attempts = 10 WHERE id = $1`, envelope.id);
    await room.signing({ token: tokens[0] });
    await room.service.jobsDone();
    expect(await room.notices(room.sender)).toContain('seal_failed');
    await room.ask('void-envelope', { envelope_id: envelope.id, reason: 'x' }).expect(409);
    await room.ask('send-envelope', { envelope_id: envelope.id }).expect(200);
    await room.service.jobsDone();
    expect((await room.get(envelope.id)).envelope.status).toBe('completed');
  });
});
