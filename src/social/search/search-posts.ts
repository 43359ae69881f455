import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import type { PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { SearchRepository } from './search.repository.js';
import { Searchable } from './searchable.port.js';

@Injectable()
export class SearchPosts extends Searchable {
  readonly type = 'posts';

  constructor(private readonly found: SearchRepository) {
    super();
  }

  async find(words: string, { id }: Caller, page: PageQuery): Promise<RawJson> {
    return new RawJson(await this.found.posts(words, id, page));
  }
}
