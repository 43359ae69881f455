import type { Caller } from '../../platform/access/caller.js';

/** Extension point: a type of things that can be bookmarked. Without a provider of the type every id is accepted. */
export abstract class Bookmarkable {
  abstract readonly type: 'course' | 'product' | 'event';
  /** True if the thing exists and the caller may see it. */
  abstract isVisible(id: string, caller: Caller): Promise<boolean>;
}
