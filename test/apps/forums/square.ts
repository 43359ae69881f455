import type { Test } from 'supertest';
import type { Job } from '../../../src/jobs/job.js';
import { type Account, TestService } from '../../support/service.js';

type Who = Pick<Account, 'client'>;
export type Named = Account & { username: string };

/** A service in which people talk in forums, and a clock that can be turned back. */
export class Square {
  private constructor(readonly service: TestService) {}

  static async start(variables: Record<string, string> = {}): Promise<Square> {
    return new Square(await TestService.lease(variables));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the app, and a name to be called by. */
  async person(settings?: object): Promise<Named> {
    const account = await this.service.account();
    const username = `p${account.id.replaceAll('-', '').slice(-16)}`;
    await account.client.post('/v1/apps/install', { slug: 'forums' }).expect(200);
    await account.client.patch('/v1/users/me', { username }).expect(200);
    if (settings) await this.ask(account, 'update-settings', settings);
    return { ...account, username };
  }

  people(count: number): Promise<Named[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  nobody(): Who {
    return { client: this.service.client() };
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/forums/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  /** With its one category. */
  async forum(owner: Account, more: object = {}): Promise<any> {
    const { forum, categories } = await this.ask(owner, 'create-forum', { name: 'Coffee', ...more });
    return { ...forum, category_id: categories[0].id };
  }

  category(owner: Account, forum: any, more: object = {}): Promise<any> {
    const input = { forum_id: forum.id, category_id: forum.category_id, name: 'General', ...more };
    return this.ask(owner, 'save-category', input).then(({ category }) => category);
  }

  async topic(who: Account, { category_id }: any, more: object = {}): Promise<any> {
    const words = { title: 'Machine drips', body: 'Since yesterday it drips.' };
    const made = await this.ask(who, 'create-topic', { category_id, ...words, ...more });
    await this.rest();
    return { ...made.topic, first: made.post };
  }

  async post(who: Account, { id: topic_id }: any, body = 'Check the gasket.', more: object = {}): Promise<any> {
    const { post } = await this.ask(who, 'create-post', { topic_id, body, ...more });
    await this.rest();
    return post;
  }

  join(who: Account, { id: forum_id }: any, more: object = {}): Promise<any> {
    return this.ask(who, 'join-forum', { forum_id, ...more });
  }

  /** Joined, and trusted by the owner. */
  async trust(owner: Account, forum: any, ...people: Account[]): Promise<void> {
    for (const who of people) {
      await this.join(who, forum);
      await this.ask(owner, 'set-member', { forum_id: forum.id, user_id: who.id, trusted: true });
    }
  }

  async moderator(owner: Account, forum: any): Promise<Named> {
    const who = await this.person();
    await this.join(who, forum);
    await this.ask(owner, 'set-member', { forum_id: forum.id, user_id: who.id, role: 'moderator' });
    return who;
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** As if the last post of everybody were a while ago: so the next one is not too fast. */
  async rest(time = '11 seconds'): Promise<void> {
    await this.rows(
      `UPDATE ext_forums.posts SET created_at = now() - $1::interval WHERE created_at > now() - interval '10 seconds'`,
      time,
    );
  }

  async age(table: string, id: string, time: string): Promise<void> {
    await this.rows(`UPDATE ext_forums.${table} SET created_at = now() - $2::interval WHERE id = $1`, id, time);
  }

  async row(table: string, id: string): Promise<any> {
    return (await this.rows(`SELECT * FROM ext_forums.${table} WHERE id = $1`, id))[0];
  }

  member(forum: any, who: Account): Promise<any> {
    const of = 'SELECT * FROM ext_forums.members WHERE forum_id = $1 AND user_id = $2';
    return this.rows(of, forum.id, who.id).then(([row]) => row);
  }

  /** What somebody was told, oldest first, when all that is on its way has come. */
  async told({ id }: Account, type?: string): Promise<any[]> {
    await this.service.jobsDone();
    const rows = await this.rows(
      `SELECT type, data FROM notifications.notifications WHERE user_id = $1 AND type LIKE 'forums.%'
       ORDER BY created_at, id`,
      id,
    );
    return rows.filter((row) => !type || row.type === `forums.${type}`);
  }

  /** Only the kinds, in a fixed order. */
  async kinds(who: Account): Promise<string[]> {
    return (await this.told(who)).map(({ type }) => type.slice('forums.'.length)).sort();
  }

  run<Data extends object>(job: new (...args: never[]) => Job<Data>, data: Data): Promise<void> {
    return this.service.app.get<Job<Data>>(job, { strict: false }).run(data, '');
  }

  numbers({ posts }: { posts: { number: number }[] }): number[] {
    return posts.map(({ number }) => number);
  }

  /** Whatever is counted is as much as there is. */
  async expectSound(): Promise<void> {
    const wrong = await this.rows(`
      SELECT 'forum' AS what, f.id::text, f.member_count, f.topic_count, f.post_count FROM ext_forums.forums f WHERE
        f.member_count <> (SELECT count(*) FROM ext_forums.members m WHERE m.forum_id = f.id AND m.left_at IS NULL AND NOT m.banned)
        OR f.topic_count <> (SELECT count(*) FROM ext_forums.topics t WHERE t.forum_id = f.id AND t.status IN ('open', 'closed'))
        OR f.post_count <> (SELECT count(*) FROM ext_forums.posts p JOIN ext_forums.topics t ON t.id = p.topic_id
          WHERE p.forum_id = f.id AND p.status = 'visible' AND t.status IN ('open', 'closed'))
      UNION ALL SELECT 'category', c.id::text, c.topic_count, 0, 0 FROM ext_forums.categories c WHERE
        c.topic_count <> (SELECT count(*) FROM ext_forums.topics t WHERE t.category_id = c.id AND t.status IN ('open', 'closed'))
      UNION ALL SELECT 'topic', t.id::text, t.post_count, t.like_count, t.last_number FROM ext_forums.topics t WHERE
        t.post_count <> (SELECT count(*) FROM ext_forums.posts p WHERE p.topic_id = t.id AND p.status = 'visible')
        OR t.last_number <> (SELECT max(number) FROM ext_forums.posts p WHERE p.topic_id = t.id)
        OR t.like_count <> (SELECT count(*) FROM ext_forums.likes l WHERE l.topic_id = t.id)
      UNION ALL SELECT 'member', m.id::text, m.post_count, m.like_received, 0 FROM ext_forums.members m WHERE
        m.post_count <> (SELECT count(*) FROM ext_forums.posts p WHERE p.forum_id = m.forum_id AND p.owner_id = m.user_id AND p.status = 'visible')
        OR m.like_received <> (SELECT count(*) FROM ext_forums.likes l JOIN ext_forums.posts p ON p.id = l.post_id
          WHERE p.forum_id = m.forum_id AND p.owner_id = m.user_id)`);
    expect(wrong).toEqual([]);
  }
}
