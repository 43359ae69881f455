import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import type { SearchAnswer, SearchedType, SearchQuery } from './search.dto.js';

/** Extension point: a type of things that users search for. Without a provider the answer is empty. */
export abstract class Searchable {
  abstract readonly type: SearchedType;
  /** A page of the things that the caller may see, newest first. */
  abstract find(words: string, caller: Caller, page: PageQuery): Promise<SearchAnswer | RawJson>;
}

const EMPTY_PAGE = new Keyset({ name: 'search', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class SearchService {
  private readonly searchables: ByKey<Searchable>;

  constructor(extensions: ExtensionsService) {
    this.searchables = extensions.byKey(Searchable, (searchable) => searchable.type);
  }

  async search({ q, type = 'posts', ...page }: SearchQuery, caller: Caller): Promise<SearchAnswer | RawJson> {
    const searchable = this.searchables.get(type);
    if (searchable) return searchable.find(q, caller, page);
    // Without a provider the cursor and the limit are checked all the same.
    EMPTY_PAGE.read(page);
    return { results: [], next_cursor: null };
  }
}
