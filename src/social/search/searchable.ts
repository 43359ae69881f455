import type { Caller } from '../../platform/access/caller.js';
import type { PageQuery } from '../../platform/database/page.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import type { SearchAnswer, SearchedType } from './search.dto.js';

/** Extension point: a type of things that users search for. Without a provider the answer is empty. */
export abstract class Searchable {
  abstract readonly type: SearchedType;
  /** A page of the things that the caller may see, newest first. */
  abstract find(words: string, caller: Caller, page: PageQuery): Promise<SearchAnswer | RawJson>;
}
