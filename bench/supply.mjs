/**
 * The requests of a scenario, each of which is sent once: those that a measurement has not sent are left for the next
 * one. `make(count)` makes more of them.
 */
export function supplyOf(make) {
  let left = [];
  return {
    /** The next requests, which are still to be taken out. */
    next(count) {
      if (left.length < count) left = left.concat(make(count - left.length));
      return left.slice(0, count);
    },
    takeOut(count) {
      left = left.slice(count);
    },
  };
}
