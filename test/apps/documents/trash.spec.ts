import { PurgeTrashJob } from '../../../src/apps/documents/jobs/purge-trash.job.js';
import { SweepBlobsJob } from '../../../src/apps/documents/jobs/sweep-blobs.job.js';
import { EmptyTrashJob } from '../../../src/files/storage/empty-trash.job.js';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Room } from './archive-room.js';

let room: Room;
let ann: Account;
beforeAll(async () => {
  room = await Room.start();
  ann = await room.person();
});
afterAll(() => room.stop());

const trash = (...items: { id: string }[]) => room.ask(ann, 'trash-items', { item_ids: items.map(({ id }) => id) });
const restore = (...items: { id: string }[]) => room.ask(ann, 'restore-items', { item_ids: items.map(({ id }) => id) });
const remove = (...items: { id: string }[]) => room.ask(ann, 'delete-items', { item_ids: items.map(({ id }) => id) });
const hold = ({ id }: { id: string }, version_id: string | null = null) =>
  room.rows(
    `INSERT INTO ext_documents.holds (item_id, version_id, app_slug, reference_id) VALUES ($1, $2, 'esignatures', gen_random_uuid())`,
    id,
    version_id,
  );
const live = async () =>
  (
    await room.rows(
      'SELECT name FROM ext_documents.items WHERE owner_id = $1 AND trashed_at IS NULL ORDER BY name',
      ann.id,
    )
  ).map(({ name }) => name);

beforeEach(() => room.rows('DELETE FROM ext_documents.items'));

describe('the trash', () => {
  it('takes a subtree and gives back exactly what it took', async () => {
    const top = await room.folder(ann, 'top');
    const inner = await room.folder(ann, 'inner', top.id);
    const early = await room.document(ann, { name: 'early.txt', parent_id: inner.id });
    await room.document(ann, { name: 'late.txt', parent_id: inner.id });
    expect(await trash(early)).toEqual({ trashed: 1 });
    expect(await trash(top, inner)).toEqual({ trashed: 2 });
    expect(await live()).toEqual([]);
    await restore(top);
    expect(await live()).toEqual(['inner', 'late.txt', 'top']);
    const { items } = await restore(early);
    expect(items).toMatchObject([{ name: 'early.txt', parent_id: inner.id, trashed_at: null }]);
    await room.refused(ann, 'restore-items', { item_ids: [top.id] }, 409, 'Item is not in the trash');
    await room.refused(ann, 'delete-items', { item_ids: [top.id] }, 409, 'Item is not in the trash');
    const changed = { folder_id: top.id, name: 'x' };
    await trash(top);
    await room.refused(ann, 'update-folder', changed, 409, 'Item is in the trash');
    const found = await room.ask(ann, 'search-items', { view: 'trash' });
    expect(found.items.map(({ name }: { name: string }) => name)).toEqual(['top']);
  });

  it('gives back to the root what has no folder, under a free name', async () => {
    const folder = await room.folder(ann, 'folder');
    const document = await room.document(ann, { name: 'a.txt', parent_id: folder.id });
    await room.document(ann, { name: 'a.txt' });
    await trash(document);
    await trash(folder);
    await remove(folder);
    const { items } = await restore(document);
    expect(items).toMatchObject([{ name: 'a (2).txt', parent_id: null }]);
    const inner = await room.folder(ann, 'f');
    const deep = await room.document(ann, { name: 'deep.txt', parent_id: inner.id });
    await trash(inner);
    expect((await restore(deep)).items).toMatchObject([{ parent_id: null, name: 'deep.txt' }]);
  });

  it('does not take what another app needs, and does not delete it', async () => {
    const folder = await room.folder(ann, 'folder');
    const held = await room.document(ann, { name: 'held.txt', parent_id: folder.id });
    await hold(held);
    const ids = { item_ids: [folder.id] };
    await room.refused(ann, 'trash-items', ids, 409, 'Document is held by esignatures');
    await room.rows(`UPDATE ext_documents.holds SET until = now() - interval '1 s'`);
    await trash(folder);
    await room.rows('UPDATE ext_documents.holds SET until = NULL, version_id = gen_random_uuid()');
    await room.refused(ann, 'delete-items', ids, 409, 'Document is held by esignatures');
    expect(await room.ask(ann, 'delete-items', { all: true })).toEqual({ deleted: 1, kept: 1 });
    await room.rows('DELETE FROM ext_documents.holds');
    expect((await restore(held)).items).toMatchObject([{ name: 'held.txt', parent_id: null }]);
  });

  it('is emptied after the days that its owner sets, and the bytes are swept', async () => {
    const [{ before }] = await room.rows('SELECT count(*)::int AS before FROM files.files');
    const document = await room.document(ann, { name: 'old.txt' });
    const { document: copy } = await room.ask(ann, 'copy-document', { document_id: document.id });
    // The sweep passes over bytes whose checksum is being written, and removes them on the next day.
    await room.service.jobsDone();
    const used = (await room.usage(ann)).used;
    await trash(document);
    const age = (days: number) =>
      room.rows(
        `UPDATE ext_documents.items SET trashed_at = now() - make_interval(days => $1) WHERE trashed_at IS NOT NULL`,
        days,
      );
    await age(29);
    await room.run(PurgeTrashJob);
    expect((await room.usage(ann)).used).toBe(used);
    await age(31);
    await room.run(PurgeTrashJob);
    await room.run(PurgeTrashJob);
    expect((await room.usage(ann)).used).toBe(used - 5);
    await room.rows(`UPDATE ext_documents.blobs SET created_at = now() - interval '2 days'`);
    await room.run(SweepBlobsJob);
    const { url } = await room.ask(ann, 'download-document', { document_id: copy.id });
    expect(await room.text(url)).toBe('hello');
    await trash(copy);
    await remove(copy);
    await room.run(SweepBlobsJob);
    await room.run(SweepBlobsJob);
    await room.run(EmptyTrashJob);
    expect((await room.open(url)).status).toBe(404);
    const [{ after }] = await room.rows('SELECT count(*)::int AS after FROM files.files');
    expect(after).toBeLessThanOrEqual(before);
  });

  it('and uploads at once: what is added lies in the folder, or is refused', async () => {
    const folder = await room.folder(ann, 'raced');
    const uploads = await Promise.all(
      Array.from({ length: 19 }, (_, n) => room.upload(ann, { name: `${n}.txt`, parent_id: folder.id })),
    );
    await atOnce(20, (n) =>
      n === 8
        ? room.call(ann, 'trash-items', { item_ids: [folder.id] })
        : room.call(ann, 'complete-upload', { upload_id: uploads[n > 8 ? n - 1 : n].id }),
    );
    expect(await live()).toEqual([]);
    const [{ wrong }] = await room.rows(
      `SELECT count(*)::int AS wrong FROM ext_documents.items WHERE trash_root_id IS DISTINCT FROM $1`,
      folder.id,
    );
    expect(wrong).toBe(0);
  });

  it('keeps the copies that others made when the account of an owner is deleted', async () => {
    const [eve, bob] = await Promise.all([room.person(), room.person()]);
    const document = await room.document(eve, { name: 'shared.txt' });
    await room.ask(eve, 'set-access', { item_id: document.id, user_id: bob.id, role: 'viewer' });
    const { document: copy } = await room.ask(bob, 'copy-document', { document_id: document.id });
    await eve.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    const { url } = await room.ask(bob, 'download-document', { document_id: copy.id });
    expect(await room.text(url)).toBe('hello');
    await room.refused(bob, 'get-document', { document_id: document.id }, 404, 'Document not found');
  });
});
