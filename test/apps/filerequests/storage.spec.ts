import { filesIn } from '../../files/forms.js';
import { EmptyTrashJob } from '../../../src/files/storage/empty-trash.job.js';
import { ExpireFilesJob } from '../../../src/apps/filerequests/jobs/expire-files.job.js';
import { FakeS3 } from '../../support/fake-s3.js';
import { join } from 'node:path';
import { Desk, PDF, PROGRAM } from './desk.js';

describe.each(['disk', 's3'])('files of uploaders, on %s', (kind) => {
  let desk: Desk;
  let store: FakeS3 | undefined;
  beforeAll(async () => {
    if (kind === 's3') store = await FakeS3.start();
    desk = store ? await Desk.own(store.variables) : await Desk.open();
  });
  afterAll(async () => {
    await desk.stop();
    await store?.stop();
  });

  const objects = () =>
    store ? store.objects.size : filesIn(join(desk.service.runtime.environment.dataDir, 'files')).length;

  it('are stored once, looked at by their content, and read by the owner', async () => {
    const before = objects();
    const { id, code } = await desk.request();
    const { receipt } = await desk.send({ code });
    await desk.send({ code, receipt }, PROGRAM, { name: 'program.pdf' });
    const { body } = await desk.submit({ code, receipt }).expect(200);
    expect(body.files).toMatchObject([{ status: 'received' }, { status: 'rejected' }]);
    expect(objects() - before).toBe(2);
    const list = await desk.ask('list-submissions', { request_id: id }).expect(200);
    const [file] = list.body.submissions[0].files;
    const read = await fetch(file.download_url);
    expect(Buffer.from(await read.arrayBuffer())).toEqual(PDF);
  });

  it('leave no bytes without a row, and no row without its bytes', async () => {
    const before = objects();
    const { id, code } = await desk.request();
    await desk.send({ code });
    expect(objects() - before).toBe(1);
    await desk.rows(
      `UPDATE ext_filerequests.files SET expires_at = now() - interval '1 second' WHERE request_id = $1`,
      [id],
    );
    await desk.service.app.get(ExpireFilesJob).run();
    await desk.rows(`UPDATE files.trash SET due_at = now() - interval '1 second'`);
    await desk.service.app.get(EmptyTrashJob).run();
    expect(objects()).toBe(before);
    await desk.expectPlaces(id);
  });
});
