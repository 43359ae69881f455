import type { Caller } from '../../platform/access/caller.js';
import type { PageQuery } from '../../platform/database/page.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import type { SearchAnswer, SearchedType } from './search.io.js';

/** A kind of things that people search for. Where no area declares a kind, none of it is found. */
export abstract class Searchable {
  abstract readonly type: SearchedType;
  /** A page of what the caller may see, newest first; as JSON where the database wrote it. */
  abstract find(words: string, caller: Caller, page: PageQuery): Promise<SearchAnswer | RawJson>;
}
