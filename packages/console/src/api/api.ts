import { session } from '../session/session';
import { ask, refusalOf } from './api-error';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Query = Record<string, string | number | boolean | null | undefined>;

/** Calls `/v1` as the signed-in user. After an expired token it renews the token and repeats the call, once. */
async function call<T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const send = (token: string) =>
    ask(`/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal,
    });
  const token = await session.token();
  let response = await send(token);
  if (response.status === 401) {
    await session.renew(token);
    response = await send(await session.token());
  }
  if (response.status === 401) session.end('Your session has ended. Please sign in again.');
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

export const api = {
  get: <T>(path: string, query: Query = {}, signal?: AbortSignal) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return call<T>('GET', text ? `${path}?${text}` : path, undefined, signal);
  },
  post: <T>(path: string, body: object) => call<T>('POST', path, body),
  patch: <T>(path: string, body: object) => call<T>('PATCH', path, body),
  delete: <T>(path: string) => call<T>('DELETE', path),
};
