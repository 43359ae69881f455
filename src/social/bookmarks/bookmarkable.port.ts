import type { Caller } from '../../platform/access/caller.js';

/** A kind of things of an app that can be bookmarked. Where no app declares a kind, any id of it is taken. */
export abstract class Bookmarkable {
  abstract readonly type: 'course' | 'product' | 'event';
  /** Whether there is such a thing, and the caller may see it. */
  abstract isVisible(id: string, caller: Caller): Promise<boolean>;
}
