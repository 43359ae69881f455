/**
 * The requests of a scenario, each of which is sent once: those that a measurement has not sent are left for the next
 * one. `make(count)` makes more of them, or as many as there still are.
 */
export function supplyOf(make) {
  let left = [];
  return {
    /** The next requests, which are still to be taken out. A measurement ends early where they are too few. */
    next(count) {
      if (left.length < count) left = left.concat(make(count - left.length));
      if (!left.length)
        throw new Error('the scenario has no request left: there is too little data for so many rounds');
      return left.slice(0, count);
    },
    takeOut(count) {
      left = left.slice(count);
    },
  };
}
