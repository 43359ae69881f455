import { QueryBatcher } from '../../../platform/database/query-batcher.js';
import { headerOf } from '../../../web-events/visits/visit.js';
import type { PublicAnswer } from './public-answers.js';
import type { Handler, PublicRequest } from './public-surface.js';

type Answer = PublicAnswer | undefined;
type Make = () => Promise<Answer>;

/**
 * A route whose answer depends on these headers and on nothing else of the visitor. It is made once for all who ask for
 * it while another one is made. It begins after they have asked, so nobody gets a state from before their request.
 */
export function sharedRoute(handler: Handler, ...headers: string[]): Handler {
  /** Of the addresses that somebody waits for. */
  const batchers = new Map<string, QueryBatcher<Make, Answer>>();

  return async (request, parameters) => {
    const key = keyOf(request, headers);
    const batcher = batchers.get(key) ?? new QueryBatcher(makeOnce);
    batchers.set(key, batcher);
    try {
      return await batcher.query(async () => handler(request, parameters));
    } finally {
      if (batcher.isIdle && batchers.get(key) === batcher) batchers.delete(key);
    }
  };
}

async function makeOnce(makes: Make[]): Promise<Answer[]> {
  const answer = await makes[0]?.();
  return makes.map(() => answer);
}

const keyOf = ({ path, query, domain, visitor }: PublicRequest, headers: string[]) =>
  JSON.stringify([path, query, domain, headers.map((name) => headerOf(visitor, name))]);
