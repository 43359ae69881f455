import { randomUUID } from 'node:crypto';
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

const names = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);
/** The folders that a document of the account lies in. */
const above = async (who: Account, document_id: string): Promise<string[]> =>
  (await room.ask(who, 'get-document', { document_id })).path.map(({ id }: { id: string }) => id);

describe('folders', () => {
  it('lie in each other, with a path', async () => {
    const top = await room.folder(ann, 'Top');
    const low = await room.folder(ann, 'Low', top.id);
    const { folder, path, items, next_cursor } = await room.ask(ann, 'list-folder', { folder_id: low.id });
    expect(folder).toMatchObject({ id: low.id, name: 'Low', role: 'owner', starred: false, parent_id: top.id });
    expect({ path, items, next_cursor }).toEqual({ path: [{ id: top.id, name: 'Top' }], items: [], next_cursor: null });
    const root = await room.ask(ann, 'list-folder');
    expect(root).toMatchObject({ folder: null, path: [] });
    expect(root.items[0]).toMatchObject({ name: 'Top', link_count: 0, access_count: 0 });
  });

  it('have names that differ, ignoring case, and lose what names must not hold', async () => {
    const { id } = await room.folder(ann, 'Names');
    const made = await room.folder(ann, 'a/b\\c\u0007d', id);
    expect(made.name).toBe('abcd');
    await room.refused(ann, 'create-folder', { name: 'ABCD', parent_id: id }, 409, 'Name already taken');
    for (const name of ['..', '/', '\u0007'])
      expect((await room.call(ann, 'create-folder', { name, parent_id: id }).expect(400)).body.error).toBe(
        'Validation error',
      );
    const other = await room.folder(ann, 'other', id);
    await room.refused(ann, 'update-folder', { folder_id: other.id, name: 'Abcd' }, 409, 'Name already taken');
    const { folder } = await room.ask(ann, 'update-folder', { folder_id: made.id, name: 'Abcd' });
    expect(folder.name).toBe('Abcd');
  });

  it('lie twenty deep at most, also after a move', async () => {
    let parent: string | null = null;
    for (let depth = 1; depth <= 20; depth++) parent = (await room.folder(bob, `d${depth}`, parent)).id as string;
    await room.refused(bob, 'create-folder', { name: 'd21', parent_id: parent }, 400, 'Folder depth limit reached');
    const deep = await room.document(bob, { parent_id: parent });
    expect(await above(bob, deep.id)).toHaveLength(20);
    const one = await room.folder(bob, 'one');
    await room.folder(bob, 'two', one.id);
    const nineteenth = (await above(bob, deep.id))[18];
    await room.refused(
      bob,
      'update-folder',
      { folder_id: one.id, parent_id: nineteenth },
      400,
      'Folder depth limit reached',
    );
  });

  it('move with all that lies in them, and never into themselves', async () => {
    const from = await room.folder(ann, 'from');
    const to = await room.folder(ann, 'to');
    const moved = await room.folder(ann, 'moved', from.id);
    const below = await room.folder(ann, 'below', moved.id);
    const leaf = await room.document(ann, { name: 'leaf.txt', parent_id: below.id });
    for (const parent_id of [moved.id, below.id])
      await room.refused(
        ann,
        'update-folder',
        { folder_id: moved.id, parent_id },
        409,
        'Cannot move a folder into itself',
      );
    await room.ask(ann, 'update-folder', { folder_id: moved.id, parent_id: to.id, name: 'renamed' });
    expect(await above(ann, leaf.id)).toEqual([to.id, moved.id, below.id]);
    await room.ask(ann, 'update-folder', { folder_id: moved.id, parent_id: null });
    expect(await above(ann, leaf.id)).toEqual([moved.id, below.id]);
    const { events } = await room.ask(ann, 'list-events', { item_id: moved.id });
    expect(events.map(({ event }: { event: string }) => event)).toEqual(['moved', 'renamed', 'moved']);
    await room.folder(ann, 'renamed', to.id);
    const back = { folder_id: moved.id, parent_id: to.id };
    await room.refused(ann, 'update-folder', back, 409, 'Name already taken');
  });

  it('do not end in each other when twenty moves cross', async () => {
    const [one, two] = await Promise.all([room.folder(ann, 'x one'), room.folder(ann, 'x two')]);
    const moves = await atOnce(20, (n) =>
      n % 2
        ? room.call(ann, 'update-folder', { folder_id: one.id, parent_id: two.id })
        : room.call(ann, 'update-folder', { folder_id: two.id, parent_id: one.id }),
    );
    expect(Object.keys(tally(moves)).filter((status) => !['200', '409'].includes(status))).toEqual([]);
    const rows = await room.rows('SELECT id, parent_id FROM ext_documents.items WHERE id = ANY ($1)', [one.id, two.id]);
    expect(rows.filter(({ parent_id }) => parent_id === null)).toHaveLength(1);
    for (const { id, parent_id } of rows) {
      const { path } = await room.ask(ann, 'list-folder', { folder_id: id });
      expect(path.map((part: { id: string }) => part.id)).toEqual(parent_id ? [parent_id] : []);
    }
  });

  it('are made once of twenty calls with one name', async () => {
    const made = await atOnce(20, () => room.call(ann, 'create-folder', { name: 'Once' }));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('list folders first, by each order, page by page', async () => {
    const { id } = await room.folder(ann, 'Lists');
    for (const name of ['b', 'a']) await room.folder(ann, name, id);
    for (const [name, bytes] of [
      ['z.txt', '1'],
      ['y.txt', '333'],
      ['x.txt', '22'],
    ] as const)
      await room.document(ann, { name, bytes, parent_id: id });
    const listed = async (more: object) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page: any = await room.ask(ann, 'list-folder', { folder_id: id, limit: 2, cursor, ...more });
        found.push(...names(page));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return found.join(' ');
    };
    expect(await listed({})).toBe('a b x.txt y.txt z.txt');
    expect(await listed({ order: 'desc' })).toBe('b a z.txt y.txt x.txt');
    expect(await listed({ sort: 'size' })).toMatch(/^[ab] [ab] z.txt x.txt y.txt$/);
    expect(await listed({ sort: 'updated' })).toBe('b a z.txt y.txt x.txt');
    await room.refused(ann, 'list-folder', { cursor: 'x' }, 400, 'Invalid cursor');
  });

  it('of others are not there', async () => {
    const { id } = await room.folder(ann, 'Mine');
    for (const [action, input] of [
      ['list-folder', { folder_id: id }],
      ['create-folder', { name: 'x', parent_id: id }],
      ['update-folder', { folder_id: id, name: 'x' }],
      ['search-items', { folder_id: id }],
    ] as const)
      await room.refused(bob, action, input, 404, 'Folder not found');
    await room.refused(ann, 'list-folder', { folder_id: randomUUID() }, 404, 'Folder not found');
    const document = await room.document(ann, { name: 'no folder.txt', parent_id: id });
    await room.refused(ann, 'list-folder', { folder_id: document.id }, 404, 'Folder not found');
    await room.refused(bob, 'get-document', { document_id: document.id }, 404, 'Document not found');
    await room.refused(bob, 'trash-items', { item_ids: [id] }, 404, 'Item not found');
    const { body } = await room.refused(bob, 'list-events', { item_id: id }, 403, 'Forbidden');
    expect(body).toEqual({ error: 'Forbidden' });
  });
});
