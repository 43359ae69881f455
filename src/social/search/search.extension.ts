import { Injectable } from '@nestjs/common';
import { presentPublic } from '../../account/users/user.presenter.js';
import { UserRepository } from '../../account/users/user.repository.js';
import type { Caller } from '../../platform/access/access.js';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { BlockRepository } from '../blocks/block.repository.js';
import type { SearchAnswer } from './search.dto.js';
import { SearchRepository } from './search.repository.js';
import { Searchable } from './search.service.js';

const USERS_PAGE = new Keyset({ name: 'search-users', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class PostSearchExtension extends Searchable {
  readonly type = 'posts';

  constructor(private readonly posts: SearchRepository) {
    super();
  }

  async find(words: string, { id }: Caller, page: PageQuery): Promise<RawJson> {
    return new RawJson(await this.posts.postsPage(words, id, page));
  }
}

@Injectable()
export class UserSearchExtension extends Searchable {
  readonly type = 'users';

  constructor(
    private readonly users: UserRepository,
    private readonly blocks: BlockRepository,
  ) {
    super();
  }

  async find(words: string, { id }: Caller, query: PageQuery): Promise<SearchAnswer> {
    const hidden = await this.blocks.listHiddenFrom(id);
    const { rows, next_cursor } = await this.users.search(words, query, { hidden, keyset: USERS_PAGE });
    return { results: rows.map(presentPublic), next_cursor };
  }
}
