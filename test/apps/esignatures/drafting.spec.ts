import { pdf, SigningRoom, signatureOn, CLIENT } from './signing-room.js';

describe('drafts of envelopes', () => {
  let room: SigningRoom;
  let document: string;
  beforeAll(async () => {
    room = await SigningRoom.open();
    document = await room.document(await pdf(2));
  });
  afterAll(() => room.stop());

  const create = (more: object = {}) =>
    room.ask('create-envelope', { title: 'Contract', document_ids: [document], signers: [CLIENT], ...more });

  it('has signers by link and by account, with their fields', async () => {
    const member = await room.service.account();
    const envelope = await room.draft({
      document_ids: [document],
      signers: [
        { ...CLIENT, fields: [signatureOn(2)] },
        { name: 'Provider', user_id: member.id, position: 2 },
      ],
    });
    expect(envelope.status).toBe('draft');
    expect(envelope.signers.map(({ auth }: { auth: string }) => auth)).toEqual(['link', 'account']);
    expect(envelope.signers[0].fields).toMatchObject([{ type: 'signature', page: 2, x: 0.1, required: true }]);
    await room.ask('open-envelope', { envelope_id: envelope.id }, member.client).expect(404);
    await room
      .ask('get-envelope', { envelope_id: envelope.id }, member.client)
      .expect(403, { error: 'App not installed' });
  });

  it('refuses documents that the caller may not edit, or that are no PDF', async () => {
    const stranger = await room.service.account();
    await room.install(stranger);
    const input = { title: 'Contract', document_ids: [document], signers: [CLIENT] };
    await room.ask('create-envelope', input, stranger.client).expect(404, { error: 'Document not found' });
    const text = await room.document(Buffer.from('hello'), 'a.txt', 'text/plain');
    await create({ document_ids: [text] }).expect(400, { error: 'Document is not a PDF' });
  });

  it('refuses wrong signers and fields', async () => {
    await create({ signers: [CLIENT, { ...CLIENT, email: 'CLIENT@example.com' }] }).expect(400, {
      error: 'A signer is listed twice',
    });
    await create({ signers: [{ ...CLIENT, role: 'copy' }] }).expect(400, { error: 'At least one signer is required' });
    await create({ signers: [{ name: 'X', user_id: document }] }).expect(404, { error: 'User not found' });
    const outside = { ...signatureOn(1), x: 0.8 };
    await create({ signers: [{ ...CLIENT, fields: [outside] }] }).expect(400, { error: 'Field lies outside the page' });
  });

  it('is changed as a whole, and deleted', async () => {
    const { id } = await room.draft({ document_ids: [document], signers: [{ ...CLIENT, access_code: 'secret-1' }] });
    const update = (more: object) => room.ask('update-envelope', { envelope_id: id, ...more });
    const { body } = await update({ title: 'Other', document_ids: [await room.document(await pdf(), 'b.pdf')] }).expect(
      200,
    );
    expect(body).toMatchObject({ links: [], envelope: { title: 'Other', documents: [{ name: 'b.pdf' }] } });
    expect(body.envelope.signers).toMatchObject([{ name: 'Client', has_access_code: true }]);
    await update({ corrections: [{ signer_id: body.envelope.signers[0].id, name: 'Y' }] }).expect(400);
    await room.ask('void-envelope', { envelope_id: id }).expect(200, { message: 'Envelope deleted' });
    await room.ask('get-envelope', { envelope_id: id }).expect(404, { error: 'Envelope not found' });
  });

  it('refuses to send fields without a page, and files that cannot be read', async () => {
    const { id } = await room.draft({ document_ids: [document], signers: [{ ...CLIENT, fields: [signatureOn(3)] }] });
    await room.ask('send-envelope', { envelope_id: id }).expect(400, { error: 'Field lies outside the document' });
    const broken = await room.draft({ document_ids: [await room.document(Buffer.from('%PDF-1.4\nnothing'))] });
    await room.ask('send-envelope', { envelope_id: broken.id }).expect(400, { error: 'PDF cannot be read' });
    const long = await room.draft({ document_ids: [await room.document(await pdf(501))] });
    await room.ask('send-envelope', { envelope_id: long.id }).expect(400, { error: 'Document has too many pages' });
  });
});
