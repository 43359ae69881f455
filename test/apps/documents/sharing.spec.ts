import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Room } from './archive-room.js';

let room: Room;
let ann: Account;
let bob: Account;
let eve: Account;
beforeAll(async () => {
  room = await Room.start();
  [ann, bob, eve] = await Promise.all([room.person(), room.person(), room.person()]);
});
afterAll(() => room.stop());

const give = (item: { id: string }, user: Account, role: string, more: object = {}) =>
  room.ask(ann, 'set-access', { item_id: item.id, user_id: user.id, role, ...more });

describe('a grant', () => {
  it('lets a member see what lies in a folder, and nothing above it', async () => {
    const top = await room.folder(ann, 'Top');
    const shared = await room.folder(ann, 'Shared', top.id);
    const below = await room.folder(ann, 'Below', shared.id);
    const document = await room.document(ann, { name: 'seen.txt', parent_id: below.id });
    const { access } = await give(shared, bob, 'viewer');
    expect(access).toMatchObject({ item_id: shared.id, user_id: bob.id, role: 'viewer', user: { id: bob.id } });
    const got = await room.ask(bob, 'get-document', { document_id: document.id });
    expect(got).toMatchObject({ role: 'viewer', holds: [], version: { number: 1 } });
    expect(got.path.map(({ name }: { name: string }) => name)).toEqual(['Shared', 'Below']);
    expect(got.document.link_count).toBeUndefined();
    await room.refused(bob, 'list-folder', { folder_id: top.id }, 404, 'Folder not found');
    await room.refused(bob, 'create-folder', { name: 'x', parent_id: below.id }, 403, 'Forbidden');
    await room.refused(bob, 'update-document', { document_id: document.id, name: 'x.txt' }, 403, 'Forbidden');
    const { document: starred } = await room.ask(bob, 'update-document', { document_id: document.id, starred: true });
    expect(starred.starred).toBe(true);
    const listed = await room.ask(ann, 'list-access', { item_id: document.id });
    expect(listed).toMatchObject({
      access: [],
      inherited: [{ role: 'viewer', folder: { name: 'Shared' } }],
      links: [],
    });
    const [notice] = await room.rows(`SELECT data FROM notifications.notifications WHERE type = 'documents.shared'`);
    expect(notice).toBeDefined();
    await give(shared, bob, 'editor');
    const notices = await room.rows(`SELECT FROM notifications.notifications WHERE type = 'documents.shared'`);
    expect(notices).toHaveLength(1);
  });

  it('lets editors work in a folder, whose owner owns what they make', async () => {
    const shared = await room.folder(ann, 'Work');
    await give(shared, bob, 'editor');
    const before = await room.usage(ann);
    const document = await room.document(bob, { name: 'bobs.txt', parent_id: shared.id });
    expect(document).toMatchObject({ owner_id: ann.id, created_by: bob.id, role: 'editor' });
    expect((await room.usage(ann)).used).toBe(before.used + 5);
    expect(await room.usage(bob)).toEqual({ used: 0, reserved: 0 });
    const inner = await room.folder(bob, 'inner', shared.id);
    await room.ask(bob, 'update-document', { document_id: document.id, parent_id: inner.id });
    const refused = (action: string, input: object, status: number, error: string) =>
      room.refused(bob, action, input, status, error);
    await refused('update-document', { document_id: document.id, parent_id: null }, 403, 'Forbidden');
    await refused('trash-items', { item_ids: [shared.id] }, 403, 'Forbidden');
    await refused('set-access', { item_id: document.id, user_id: eve.id, role: 'viewer' }, 403, 'Forbidden');
    await refused('create-link', { item_id: document.id }, 403, 'Forbidden');
    const own = await room.folder(bob, 'own');
    await room.ask(bob, 'set-access', { item_id: own.id, user_id: ann.id, role: 'editor' });
    const away = { document_id: document.id, parent_id: own.id };
    await refused('update-document', away, 400, "Cannot move to another owner's folder");
    expect(await room.ask(bob, 'trash-items', { item_ids: [document.id] })).toEqual({ trashed: 1 });
    await refused('get-document', { document_id: document.id }, 404, 'Document not found');
    await refused('restore-items', { item_ids: [document.id] }, 404, 'Item not found');
    const { document: copy } = await room.ask(ann, 'copy-document', {
      document_id: (await room.document(ann, { name: 'orig.txt', parent_id: shared.id })).id,
      parent_id: own.id,
    });
    expect(copy).toMatchObject({ owner_id: bob.id, name: 'orig.txt' });
  });

  it('is refused with the words of its fault, and ends', async () => {
    const { id } = await room.folder(ann, 'Faults');
    const set = (who: Account, more: object, status: number, error: string) =>
      room.refused(who, 'set-access', { item_id: id, user_id: bob.id, role: 'viewer', ...more }, status, error);
    await set(ann, { user_id: randomUUID() }, 404, 'User not found');
    await set(ann, { user_id: ann.id }, 400, 'Cannot share with yourself');
    await set(ann, { expires_at: '2020-01-01T00:00:00Z' }, 400, 'expires_at must be in the future');
    await set(bob, {}, 404, 'Item not found');
    await give({ id }, bob, 'viewer', { expires_at: '2999-01-01T00:00:00Z' });
    await room.ask(bob, 'list-folder', { folder_id: id });
    await room.rows(`UPDATE ext_documents.access SET expires_at = now() - interval '1 s' WHERE item_id = $1`, id);
    await room.refused(bob, 'list-folder', { folder_id: id }, 404, 'Folder not found');
    await give({ id }, bob, 'editor');
    await set(bob, { role: 'editor' }, 403, 'Forbidden');
    expect(await room.ask(bob, 'set-access', { item_id: id, user_id: bob.id, role: 'none' })).toEqual({ access: null });
    await room.refused(bob, 'list-folder', { folder_id: id }, 404, 'Folder not found');
    await give({ id }, bob, 'viewer');
    expect(await give({ id }, bob, 'none')).toEqual({ access: null });
    expect(await give({ id }, bob, 'none')).toEqual({ access: null });
    await set(ann, { user_id: randomUUID(), role: 'none' }, 404, 'User not found');
  });

  it('is one of two hundred at most, also at once', async () => {
    const { id } = await room.folder(ann, 'Many');
    await room.rows(
      `WITH people AS (INSERT INTO account.users (id, email, role, user_status)
         SELECT gen_random_uuid(), 'many' || n || '@example.com', 'user', 'active' FROM generate_series(1, 199) n RETURNING id)
       INSERT INTO ext_documents.access (item_id, owner_id, user_id, role) SELECT $1, $2, id, 'viewer' FROM people`,
      id,
      ann.id,
    );
    const people = await Promise.all(Array.from({ length: 5 }, () => room.person()));
    const given = await atOnce(20, (n) =>
      room.call(ann, 'set-access', { item_id: id, user_id: people[n % 5]?.id, role: 'viewer' }),
    );
    expect(tally(given)[200]).toBe(4);
    await room.refused(
      ann,
      'set-access',
      { item_id: id, user_id: bob.id, role: 'viewer' },
      409,
      'Access limit reached',
    );
  });

  it('and the trash at once: nobody else sees what is in the trash', async () => {
    const { id } = await room.folder(ann, 'Raced');
    await atOnce(20, (n) =>
      n === 10
        ? room.call(ann, 'trash-items', { item_ids: [id] })
        : room.call(ann, 'set-access', { item_id: id, user_id: bob.id, role: n % 2 ? 'viewer' : 'editor' }),
    );
    const { body } = await room.refused(bob, 'list-folder', { folder_id: id }, 404, 'Folder not found');
    expect(body).toEqual({ error: 'Folder not found' });
    const again = { item_id: id, user_id: bob.id, role: 'viewer' };
    await room.refused(ann, 'set-access', again, 409, 'Item is in the trash');
  });
});
