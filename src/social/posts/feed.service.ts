import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import type { PageQuery } from '../../platform/database/page.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { FeedRepository } from './feed.repository.js';

@Injectable()
export class FeedService {
  constructor(
    private readonly feed: FeedRepository,
    private readonly users: UserRepository,
  ) {}

  list(list: 'feed' | 'drafts', userId: string, query: PageQuery): Promise<RawJson> {
    return this.feed.page(list, userId, query);
  }

  /** `name` is the author's id or username. */
  async listByAuthor(name: string, viewerId: string, query: PageQuery): Promise<RawJson> {
    const author = await this.users.findActive(name);
    if (!author) throw notFound('User');
    return this.feed.page('author', viewerId, query, author.id);
  }
}
