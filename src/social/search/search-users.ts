import { Injectable } from '@nestjs/common';
import { presentPublic } from '../../account/users/user.presenter.js';
import { UserRepository } from '../../account/users/user.repository.js';
import type { Caller } from '../../platform/access/caller.js';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { BlockRepository } from '../blocks/block.repository.js';
import type { SearchAnswer } from './search.io.js';
import { Searchable } from './searchable.port.js';

const PAGE = new Keyset({ name: 'search-users', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class SearchUsers extends Searchable {
  readonly type = 'users';

  constructor(
    private readonly users: UserRepository,
    private readonly blocks: BlockRepository,
  ) {
    super();
  }

  async find(words: string, { id }: Caller, query: PageQuery): Promise<SearchAnswer> {
    const hidden = await this.blocks.hiddenFrom(id);
    const { rows, next_cursor } = await this.users.search(words, query, { hidden, keyset: PAGE });
    return { results: rows.map(presentPublic), next_cursor };
  }
}
