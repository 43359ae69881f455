import { headerOf } from '../../../web-events/visits/visit.js';
import type { PublicAnswer } from './public-answers.js';
import type { Handler, PublicRequest } from './public-surface.js';

type Answer = PublicAnswer | undefined;

interface Making {
  answer: Promise<Answer>;
  /** For all who ask while `answer` is made. */
  next?: Promise<Answer>;
}

/**
 * A route whose answer depends on these headers and on nothing else of the visitor. It is made once for all who ask for
 * it while another one is made. It begins after they have asked, so nobody gets a state from before their request.
 */
export function sharedRoute(handler: Handler, ...headers: string[]): Handler {
  const makings = new Map<string, Making>();

  function start(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const making: Making = { answer: make() };
    makings.set(key, making);
    const end = () => {
      if (!making.next) makings.delete(key);
    };
    making.answer.then(end, end);
    return making.answer;
  }

  return (request, parameters) => {
    const key = keyOf(request, headers);
    const make = async () => handler(request, parameters);
    const making = makings.get(key);
    if (!making) return start(key, make);
    const follow = () => start(key, make);
    making.next ??= making.answer.then(follow, follow);
    return making.next;
  };
}

const keyOf = ({ path, query, domain, visitor }: PublicRequest, headers: string[]) =>
  JSON.stringify([path, query, domain, headers.map((name) => headerOf(visitor, name))]);
