import { atOnce, tally } from '../../account/at-once.js';
import { CLIENT, SigningRoom, signatureOn, TYPED } from './signing-room.js';

describe('signing', () => {
  let room: SigningRoom;
  beforeAll(async () => (room = await SigningRoom.open()));
  afterAll(() => room.stop());

  const two = [CLIENT, { name: 'Second', email: 'second@example.com', position: 2 }];

  it('keeps the order also for those who have a link', async () => {
    const { envelope, tokens } = await room.sent({ signers: two });
    const [first, second] = tokens;
    await room.public('open-envelope', { token: second }).expect(409, { error: 'It is not your turn yet' });
    const early = {
      token: second,
      decision: 'sign',
      consent: true,
      signature: TYPED,
      content_hash: envelope.content_hash,
    };
    await room.public('respond-envelope', early).expect(409, { error: 'It is not your turn yet' });
    const { body } = await room.signing({ token: first });
    expect(body).toMatchObject({ signer: { status: 'signed' }, envelope: { status: 'sent' } });
    await room.public('open-envelope', { token: second }).expect(200);
    expect((await room.signing({ token: second })).body.envelope.status).toBe('sealing');
  });

  it('lets a signer by account sign without the app, and nobody else', async () => {
    const member = await room.service.account();
    const stranger = await room.service.account();
    const { envelope } = await room.sent({ signers: [{ name: 'Provider', user_id: member.id }] });
    const who = { envelope_id: envelope.id };
    await room.public('open-envelope', who).expect(401, { error: 'Not authenticated' });
    await room.ask('open-envelope', who, stranger.client).expect(404, { error: 'Envelope not found' });
    expect(await room.notices(member)).toEqual(['requested']);
    expect((await room.signing(who, {}, member.client)).status).toBe(200);
    expect(await room.notices(room.sender)).toEqual(expect.arrayContaining(['viewed', 'signed']));
    await room.install(member);
    const { body } = await room.ask('list-envelopes', { box: 'inbox' }, member.client).expect(200);
    expect(body.envelopes).toMatchObject([{ id: envelope.id, my_status: 'signed', my_turn: false }]);
  });

  it('refuses what is missing or wrong', async () => {
    const text = { ...signatureOn(1), type: 'text', y: 0.2, max_length: 5 };
    const { envelope, tokens } = await room.sent({ signers: [{ ...CLIENT, fields: [text] }] });
    const [token] = tokens;
    const [{ id: field_id }] = envelope.signers[0].fields;
    const respond = (more: object) =>
      room.public('respond-envelope', { token, decision: 'sign', content_hash: envelope.content_hash, ...more });
    await respond({ content_hash: 'other' }).expect(409, { error: 'Envelope content has changed' });
    await respond({ signature: TYPED }).expect(400, { error: 'Consent is required' });
    await respond({ consent: true }).expect(400, { error: 'Signature is required' });
    const { body } = await respond({ consent: true, signature: TYPED }).expect(400);
    expect(body).toMatchObject({ error: 'Field is required', details: [{ field: field_id }] });
    const long = { consent: true, signature: TYPED, fields: [{ field_id, value: 'abcdef' }] };
    expect((await respond(long).expect(400)).body.error).toBe('Field value is not valid');
    await respond({ decision: 'decline' }).expect(400, { error: 'Reason is required' });
    await room.public('open-envelope', { token: 'unknown' }).expect(404, { error: 'Envelope not found' });
  });

  it('signs once when twenty do it at once', async () => {
    const { tokens } = await room.sent();
    const answers = await atOnce(20, () => room.signing({ token: tokens[0] }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  });

  it('ends when a signer declines', async () => {
    const { envelope, tokens } = await room.sent({ signers: two });
    const given = { token: tokens[0], decision: 'decline', content_hash: envelope.content_hash, reason: 'Too much' };
    const { body } = await room.public('respond-envelope', given).expect(200);
    expect(body).toMatchObject({ signer: { status: 'declined' }, envelope: { status: 'declined' } });
    await room.public('open-envelope', { token: tokens[1] }).expect(409, { error: 'Envelope was declined' });
    await room.ask('send-envelope', { envelope_id: envelope.id }).expect(409, { error: 'Envelope is finished' });
  });

  it('stops guesses at an access code, and tells the sender', async () => {
    const { tokens } = await room.sent({ signers: [{ ...CLIENT, access_code: 'right-code' }] });
    const open = (access_code?: string) => room.public('open-envelope', { token: tokens[0], access_code });
    await open().expect(400, { error: 'Access code required' });
    await open('right-code').expect(200);
    const answers = await atOnce(20, () => open('wrong-code'));
    expect(tally(answers)).toEqual({ 400: 5, 429: 15 });
    expect((await open('right-code').expect(429)).body.error).toBe('Too many attempts');
    expect((await room.notices(room.sender)).filter((type) => type === 'code_failed')).toHaveLength(1);
  });

  it('corrects a signer, whose former link stops', async () => {
    const { envelope, tokens } = await room.sent();
    await room.public('open-envelope', { token: tokens[0] }).expect(200);
    const [{ id: signer_id }] = envelope.signers;
    const corrections = [{ signer_id, name: 'New Client', email: 'new@example.com' }];
    const { body } = await room.ask('update-envelope', { envelope_id: envelope.id, corrections }).expect(200);
    expect(body.envelope.signers).toMatchObject([{ name: 'New Client', status: 'ready' }]);
    await room.public('open-envelope', { token: tokens[0] }).expect(404, { error: 'Envelope not found' });
    const token = body.links[0].url.split('/').at(-1);
    expect((await room.signing({ token })).status).toBe(200);
    await room.ask('update-envelope', { envelope_id: envelope.id, title: 'Other' }).expect(409);
  });

  it('reminds once an hour, with a further link', async () => {
    const { envelope, tokens } = await room.sent();
    const { body } = await room.ask('send-envelope', { envelope_id: envelope.id }).expect(200);
    expect(body).toMatchObject({ reminded: [envelope.signers[0].id], links: [{ signer_id: envelope.signers[0].id }] });
    await room.ask('send-envelope', { envelope_id: envelope.id }).expect(409, { error: 'Reminder sent recently' });
    await room.public('open-envelope', { token: tokens[0] }).expect(200);
  });

  it('is voided with a reason, and its links stop', async () => {
    const { envelope, tokens } = await room.sent();
    const voiding = (more: object) => room.ask('void-envelope', { envelope_id: envelope.id, ...more });
    await voiding({}).expect(400, { error: 'Reason is required' });
    expect((await voiding({ reason: 'A mistake' }).expect(200)).body.envelope.status).toBe('voided');
    await voiding({ reason: 'Again' }).expect(409, { error: 'Envelope is finished' });
    await room.public('open-envelope', { token: tokens[0] }).expect(409, { error: 'Envelope was voided' });
  });
});
