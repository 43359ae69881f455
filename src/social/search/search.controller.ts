import { Controller, Get, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Keyset } from '../../platform/database/page.js';
import { Declared } from '../../platform/declared.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { SearchAnswer, SearchQuery } from './search.io.js';
import { Searchable } from './searchable.port.js';

const NOTHING = new Keyset({ name: 'search', defaultLimit: 20, maxLimit: 50 });

@Controller('v1/search')
@Access('user')
export class SearchController {
  constructor(private readonly declared: Declared) {}

  @Get()
  @Summary('Find posts, users or rooms by words, newest first')
  @Answers(200, SearchAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async search(
    @Query() { q, type = 'posts', ...page }: SearchQuery,
    @TheCaller() caller: Caller,
  ): Promise<SearchAnswer | RawJson> {
    const kind = (this.declared.all(Searchable) as Searchable[]).find((one) => one.type === type);
    if (kind) return kind.find(q, caller, page);
    NOTHING.read(page);
    return { results: [], next_cursor: null };
  }
}
