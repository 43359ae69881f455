import { signIn } from '../sign-in.mjs';

/** Not all at once: each of them hashes a password twice. */
const AT_ONCE = 8;

const known = new Map();

/** The first so many of the accounts that scenarios share, each with an id and the headers of its requests. */
export async function callers(here, count) {
  const made = known.get(here.base) ?? [];
  known.set(here.base, made);
  while (made.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, () => newCaller(here));
    made.push(...(await Promise.all(some)));
  }
  return made.slice(0, count);
}

/** A new account that is signed in. */
export async function newCaller(here) {
  const { id, token } = await signIn(here);
  return { id, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
}

/** Calls the service as this caller, for what a scenario needs before it is measured. */
export async function post({ base }, { headers }, path, body) {
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.ok) return response.json();
  throw new Error(`${path} answered ${response.status} ${await response.text()}`);
}

/** Makes the next requests of a scenario, or as many as there still are: `requestOf` makes the n-th. */
export function inOrder(requestOf) {
  let n = 0;
  return (count) => {
    const made = [];
    while (made.length < count) {
      const request = requestOf(n);
      if (!request) break;
      n++;
      made.push({ ...request, body: request.body && JSON.stringify(request.body) });
    }
    return made;
  };
}
