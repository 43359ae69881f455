import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import type { PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { Searchable } from '../../social/search/searchable.port.js';
import { RoomSearchRepository } from './room-search.repository.js';

@Injectable()
export class SearchRooms extends Searchable {
  readonly type = 'rooms';

  constructor(private readonly found: RoomSearchRepository) {
    super();
  }

  async find(words: string, { id }: Caller, page: PageQuery): Promise<RawJson> {
    return new RawJson(await this.found.page(words, id, page));
  }
}
