import { Injectable } from '@nestjs/common';
import { Job } from '../../src/jobs/job.js';
import { JobsService } from '../../src/jobs/jobs.service.js';
import { EventsService } from '../../src/events/events.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually } from '../support/service.js';

interface Work {
  word: string;
  fails?: number;
  ms?: number;
}

@Injectable()
class WorkJob extends Job<Work> {
  readonly name = 'test.work';
  readonly begun: string[] = [];
  readonly done: string[] = [];

  async run({ word, fails = 0, ms = 0 }: Work): Promise<void> {
    this.begun.push(word);
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (this.begun.filter((one) => one === word).length <= fails) throw new Error(`${word} does not work`);
    this.done.push(word);
  }
}

@Injectable()
class NightlyJob extends Job {
  readonly name = 'test.nightly';
  override readonly every = '30 3 * * *';

  async run(): Promise<void> {}
}

let service: FixtureService;
let work: WorkJob;
let database: DatabaseService;
beforeAll(async () => {
  service = await FixtureService.start({ providers: [WorkJob, NightlyJob] });
  work = service.app.get(WorkJob, { strict: false });
  database = service.app.get(DatabaseService);
});
afterAll(() => service?.stop());

const enqueue = (data: Work, startAfterSeconds = 0) =>
  service.app.get(JobsService).enqueue(work, data, startAfterSeconds);
const rowsOf = async (word: string) =>
  (await service.database.query(`SELECT id, state, retry_count, output FROM jobs.job WHERE data->>'word' = $1`, [word]))
    .rows;

describe('a job', () => {
  it('of a transaction that is rolled back does not exist', async () => {
    const transaction = database.transaction(async () => {
      await enqueue({ word: 'rolled back' });
      throw new Error('back');
    });
    await expect(transaction).rejects.toThrow('back');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(work.begun).not.toContain('rolled back');
    expect(await rowsOf('rolled back')).toEqual([]);
  });

  it('runs when its transaction has committed: at once, and not before', async () => {
    const done = (word: string) =>
      eventually(async () => expect(await rowsOf(word)).toMatchObject([{ state: 'completed' }]));
    // After this the next poll of the queue is 2 s away, and after each further one too.
    await database.transaction(() => enqueue({ word: 'before' }));
    await done('before');
    let least = Infinity;
    for (let round = 0; round < 5 && least >= 1_200; round++) {
      const word = `at once ${round}`;
      let committed = 0;
      await database.transaction(async () => {
        await enqueue({ word });
        await new Promise((resolve) => setTimeout(resolve, 100));
        expect(work.begun).not.toContain(word);
        committed = performance.now();
      });
      await eventually(async () => expect(work.done).toContain(word));
      least = Math.min(least, performance.now() - committed);
      await done(word);
    }
    expect(least).toBeLessThan(1_200);
  });

  it('and its data commit together: both exist or neither', async () => {
    const happen = (type: string, fail: boolean) =>
      database.transaction(async () => {
        await service.app.get(EventsService).record({ type, actor_id: null, data: { fail } });
        await enqueue({ word: type });
        if (fail) throw new Error('back');
      });
    await happen('test.happened', false);
    await happen('test.undone', true).catch(() => undefined);
    const { rows } = await service.database.query(
      `SELECT type, depth FROM events.domain_events WHERE type LIKE 'test.%'`,
    );
    expect(rows).toEqual([{ type: 'test.happened', depth: 0 }]);
    await eventually(async () => expect(work.done).toContain('test.happened'));
    expect(work.begun).not.toContain('test.undone');
  });

  it('that fails is retried; the others of its batch run once', async () => {
    const words = ['batch 1', 'batch 2', 'batch 3', 'batch 4'];
    await database.transaction(async () => {
      for (const word of words) await enqueue({ word, fails: word === 'batch 2' ? 1 : 0 });
    });
    // The pause is up to 4 s, followed by the next poll.
    await eventually(async () => expect(work.done).toEqual(expect.arrayContaining(words)));
    const begun = words.map((word) => work.begun.filter((one) => one === word).length);
    expect(begun).toEqual([1, 2, 1, 1]);
    await eventually(async () =>
      expect(await rowsOf('batch 2')).toMatchObject([{ state: 'completed', retry_count: 1 }]),
    );
  });

  it('that fails is logged by name and id, and its row has no error message', async () => {
    await database.transaction(() => enqueue({ word: 'never', fails: 100 }));
    await eventually(async () =>
      expect(await rowsOf('never')).toMatchObject([{ state: 'retry', output: { error: 'Error' } }]),
    );
    const [{ id }] = await rowsOf('never');
    const lines = () => service.log().filter(({ job_id }) => job_id === id);
    expect(lines()[0]).toMatchObject({
      level: 40,
      job: 'test.work',
      err: { message: 'never does not work' },
    });
    // The next attempt is its last. It is changed between two attempts, as they come every few seconds.
    await eventually(async () => {
      const { rowCount } = await service.database.query(
        `UPDATE jobs.job SET retry_count = retry_limit - 1, start_after = now() WHERE id = $1 AND state = 'retry'`,
        [id],
      );
      expect(rowCount).toBe(1);
    });
    await eventually(async () => expect(await rowsOf('never')).toMatchObject([{ state: 'failed' }]));
    expect(lines().filter(({ level }) => level !== 40)).toMatchObject([{ level: 50, job: 'test.work' }]);
    await service.database.query('DELETE FROM jobs.job WHERE id = $1', [id]);
  });

  it('for a later time waits', async () => {
    await database.transaction(() => enqueue({ word: 'later' }, 3600));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await rowsOf('later')).toMatchObject([{ state: 'created' }]);
    expect(work.begun).not.toContain('later');
  });

  it('whose process was killed runs again', async () => {
    await database.transaction(() => enqueue({ word: 'killed' }, 3600));
    await service.database
      .query(`UPDATE jobs.job SET state = 'active', start_after = now(), started_on = now() - interval '10 minutes'
      WHERE data->>'word' = 'killed'`);
    const { boss } = service.app.get(JobsService) as unknown as {
      boss: { supervise(queue: string): Promise<void> };
    };
    await service.database.query(
      `UPDATE jobs.queue SET monitor_on = NULL, maintain_on = NULL WHERE name = 'test.work'`,
    );
    await boss.supervise('test.work');
    await eventually(async () => expect(work.done).toContain('killed'));
  });
});

describe('periodic work', () => {
  it('is in the schedule, in UTC', async () => {
    const { rows } = await service.database.query('SELECT name, cron, timezone FROM jobs.schedule ORDER BY name');
    expect(rows).toContainEqual({ name: 'test.nightly', cron: '30 3 * * *', timezone: 'UTC' });
    expect(rows).toContainEqual({ name: 'platform.forget-old-answers', cron: '17 * * * *', timezone: 'UTC' });
    expect(rows.map(({ name }) => name)).not.toContain('test.work');
  });
});

describe('at shutdown', () => {
  it('running jobs are finished, and waiting ones stay', async () => {
    await database.transaction(() => enqueue({ word: 'long', ms: 1_000 }));
    await eventually(async () => expect(work.begun).toContain('long'));
    await service.app.get(JobsService).beforeApplicationShutdown();
    expect(work.done).toContain('long');
    expect(await rowsOf('long')).toMatchObject([{ state: 'completed' }]);
    await database.transaction(() => enqueue({ word: 'too late' }));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await rowsOf('too late')).toMatchObject([{ state: 'created' }]);
    expect(work.begun).not.toContain('too late');
    // The database counts as down, too, when it takes longer than a second.
    await eventually(async () => {
      const { body } = await service.ask('/v1/health/ready');
      expect(body.dependencies).toMatchObject({ jobs: 'down', database: 'ok' });
    });
  });
});
