import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Room } from './archive-room.js';

let room: Room;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  room = await Room.start();
  [ann, bob] = await Promise.all([room.person(), room.person()]);
});
afterAll(() => room.stop());

interface Item {
  id: string;
}

const move = (folder: Item, to: Item | null) =>
  room.call(ann, 'update-folder', { folder_id: folder.id, parent_id: to?.id ?? null });
/** Changes with every write of the row. */
const written = (...items: Item[]) =>
  room.rows(
    'SELECT id, xmin::text FROM ext_documents.items WHERE id = ANY ($1) ORDER BY id',
    items.map(({ id }) => id),
  );
const found = async (who: Account, input: object): Promise<string[]> =>
  (await room.ask(who, 'search-items', input)).items.map(({ name }: { name: string }) => name);
/** A folder with a document two folders below it. */
async function tree(name: string) {
  const top = await room.folder(ann, name);
  const inner = await room.folder(ann, 'inner', top.id);
  const leaf = await room.document(ann, { name: `${name}.txt`, parent_id: inner.id });
  return { top, inner, leaf };
}

describe('a move of a folder', () => {
  it('writes the folder and nothing that lies in it', async () => {
    const [{ top, inner, leaf }, to] = [await tree('light'), await room.folder(ann, 'to')];
    const before = await written(inner, leaf);
    await move(top, to).expect(200);
    expect(await written(inner, leaf)).toEqual(before);
    const { path } = await room.ask(ann, 'get-document', { document_id: leaf.id });
    expect(path.map(({ id }: Item) => id)).toEqual([to.id, top.id, inner.id]);
  });

  it('gives what lies in it the roles and links of its new place, and takes those of the old one', async () => {
    const { top, leaf } = await tree('shared');
    const [viewed, edited] = [await room.folder(ann, 'viewed'), await room.folder(ann, 'edited')];
    for (const [folder, role] of [
      [viewed, 'viewer'],
      [edited, 'editor'],
    ] as const)
      await room.ask(ann, 'set-access', { item_id: folder.id, user_id: bob.id, role });
    const { link } = await room.ask(ann, 'create-link', { item_id: viewed.id });
    const throughLink = { token: link.url.split('/').at(-1), document_id: leaf.id };
    const got = { document_id: leaf.id };
    await room.refused(bob, 'get-document', got, 404, 'Document not found');
    await move(top, viewed).expect(200);
    const seen = await room.ask(bob, 'get-document', got);
    expect([seen.role, seen.path.map(({ name }: { name: string }) => name)]).toEqual([
      'viewer',
      ['viewed', 'shared', 'inner'],
    ]);
    await room.call(bob, 'download-link', throughLink).expect(200);
    expect(await found(bob, { q: 'shared.txt', kind: 'document' })).toEqual(['shared.txt']);
    expect(await found(ann, { q: 'shared.txt', kind: 'document', folder_id: viewed.id })).toEqual(['shared.txt']);
    await move(top, edited).expect(200);
    const { items } = await room.ask(bob, 'list-folder', { folder_id: leaf.parent_id });
    expect(items).toMatchObject([{ id: leaf.id, role: 'editor' }]);
    const { inherited } = await room.ask(ann, 'list-access', { item_id: leaf.id });
    expect(inherited).toMatchObject([{ role: 'editor', folder: { name: 'edited' } }]);
    await room.refused(bob, 'download-link', throughLink, 404, 'Document not found');
    await room.ask(ann, 'set-access', { item_id: top.id, user_id: bob.id, role: 'viewer' });
    expect((await room.ask(bob, 'get-document', got)).role).toBe('editor');
    await move(top, null).expect(200);
    expect((await room.ask(bob, 'get-document', got)).role).toBe('viewer');
    expect(await found(ann, { folder_id: edited.id })).toEqual([]);
  });

  it('counts the folders below it, also those in the trash', async () => {
    const [{ top, inner }, deep] = [await tree('tall'), [] as Item[]];
    for (let depth = 1; depth <= 19; depth++) deep.push(await room.folder(ann, `t${depth}`, deep.at(-1)?.id));
    await room.ask(ann, 'trash-items', { item_ids: [inner.id] });
    expect((await move(top, deep[18] as Item)).body).toEqual({ error: 'Folder depth limit reached' });
    await move(top, deep[17] as Item).expect(200);
    await room.ask(ann, 'restore-items', { item_ids: [inner.id] });
    await room.refused(ann, 'create-folder', { name: 'x', parent_id: inner.id }, 400, 'Folder depth limit reached');
  });

  it('and the trash at once: what is in the trash lies in nothing that is not, and comes back whole', async () => {
    const [{ top, leaf }, to] = [await tree('raced'), await room.folder(ann, 'target')];
    const answers = await atOnce(20, (n) => {
      if (n === 9) return room.call(ann, 'trash-items', { item_ids: [to.id] });
      return n === 14 ? room.call(ann, 'trash-items', { item_ids: [leaf.id] }) : move(top, n % 2 ? to : null);
    });
    expect(Object.keys(tally(answers)).filter((status) => !['200', '404', '409'].includes(status))).toEqual([]);
    const astray = `SELECT i.name FROM ext_documents.items i JOIN ext_documents.items f ON f.id = i.parent_id
      WHERE i.trashed_at IS NULL AND f.trashed_at IS NOT NULL`;
    expect(await room.rows(astray)).toEqual([]);
    const { items } = await room.ask(ann, 'search-items', { view: 'trash', limit: 100 });
    await room.ask(ann, 'restore-items', { item_ids: items.map(({ id }: Item) => id) });
    expect(await room.rows('SELECT name FROM ext_documents.items WHERE trashed_at IS NOT NULL')).toEqual([]);
    const { document } = await room.ask(ann, 'get-document', { document_id: leaf.id });
    expect(document.parent_id).toBe(leaf.parent_id);
  });

  it('and a grant at once: the role is that of the place where it ends', async () => {
    const [{ top, leaf }, to] = [await tree('granted'), await room.folder(ann, 'shared to')];
    await atOnce(20, (n) =>
      n % 4 === 0
        ? room.call(ann, 'set-access', { item_id: to.id, user_id: bob.id, role: n % 8 ? 'viewer' : 'editor' })
        : move(top, n % 2 ? to : null),
    );
    await move(top, to).expect(200);
    await room.ask(bob, 'get-document', { document_id: leaf.id });
    await move(top, null).expect(200);
    await room.refused(bob, 'get-document', { document_id: leaf.id }, 404, 'Document not found');
  });
});

describe('folders in the trash', () => {
  it('take with them what they were trashed with, each named one its own', async () => {
    const [one, two] = [await tree('one'), await tree('two')];
    const { trashed } = await room.ask(ann, 'trash-items', {
      item_ids: [one.leaf.id, one.top.id, two.inner.id, two.leaf.id, one.inner.id],
    });
    expect(trashed).toBe(5);
    const roots = await room.rows(
      'SELECT id, trash_root_id FROM ext_documents.items WHERE id = ANY ($1)',
      [one, two].flatMap(({ top, inner, leaf }) => [top.id, inner.id, leaf.id]),
    );
    expect(Object.fromEntries(roots.map(({ id, trash_root_id }) => [id, trash_root_id]))).toEqual({
      [one.top.id]: one.top.id,
      [one.inner.id]: one.top.id,
      [one.leaf.id]: one.top.id,
      [two.top.id]: null,
      [two.inner.id]: two.inner.id,
      [two.leaf.id]: two.inner.id,
    });
    expect(await room.ask(ann, 'delete-items', { item_ids: [two.inner.id] })).toMatchObject({ deleted: 1 });
    await room.refused(ann, 'get-document', { document_id: two.leaf.id }, 404, 'Document not found');
    await room.ask(ann, 'restore-items', { item_ids: [one.inner.id] });
    const { path } = await room.ask(ann, 'get-document', { document_id: one.leaf.id });
    expect(path.map(({ id }: Item) => id)).toEqual([one.inner.id]);
    await room.ask(ann, 'delete-items', { item_ids: [one.top.id] });
    await room.ask(ann, 'get-document', { document_id: one.leaf.id });
  });
});
