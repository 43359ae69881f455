import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../../src/platform/database/base.repository.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Greeting } from './entities.js';

const SHOWN = 'id, words, visits';
const SAY = sql(
  'hello_say',
  `INSERT INTO ext_hello.greetings (owner_id, friend_id, words) VALUES ($1, $2, $3) RETURNING ${SHOWN}`,
);
const CHANGE = sql('hello_change', `UPDATE ext_hello.greetings SET words = $2 WHERE id = $1 RETURNING ${SHOWN}`);
const VISIT = sql('hello_visit', 'UPDATE ext_hello.greetings SET visits = $2 WHERE id = $1 RETURNING visits');
const REMOVE = sql('hello_remove', 'DELETE FROM ext_hello.greetings WHERE id = $1');
const REPLY = sql('hello_reply', 'UPDATE ext_hello.replies SET words = $2 WHERE id = $1 RETURNING id, words');

type Shown = Pick<Greeting, 'id' | 'words' | 'visits'>;

@Injectable()
export class GreetingsRepository extends BaseRepository {
  async say(ownerId: string, friendId: string | null, words: string): Promise<Shown> {
    return (await this.one<Shown>(SAY, ownerId, friendId, words)) as Shown;
  }

  async change(id: string, words: string): Promise<Shown> {
    return (await this.one<Shown>(CHANGE, id, words)) as Shown;
  }

  /** Right only for who holds the row. */
  async visit({ id, visits }: Greeting): Promise<{ visits: number }> {
    return (await this.one<{ visits: number }>(VISIT, id, visits + 1)) as { visits: number };
  }

  async reply(id: string, words: string): Promise<Pick<Greeting, 'id' | 'words'>> {
    return (await this.one<Pick<Greeting, 'id' | 'words'>>(REPLY, id, words)) as Greeting;
  }

  async remove(id: string): Promise<void> {
    await this.count(REMOVE, id);
  }
}
