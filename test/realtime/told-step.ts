import type { Test } from 'supertest';
import type { Account } from '../support/service.js';

/** What the steps have created so far. */
export interface Scene {
  host: Account;
  guest: Account;
  admin: Account;
  /** Kept from one step to the next. */
  [name: string]: any;
}

export interface Step {
  does: (scene: Scene) => Promise<Test | unknown>;
  /** The event types that the two receive, except notifications and counts. */
  tells: string[];
}

export const post = (
  who: 'host' | 'guest' | 'admin',
  path: (scene: Scene) => string,
  body?: (scene: Scene) => object,
) => {
  return (scene: Scene) => scene[who].client.post(path(scene), body?.(scene)).expect(successful);
};
export const patch = (who: 'host' | 'guest', path: (scene: Scene) => string, body: object) => (scene: Scene) =>
  scene[who].client.patch(path(scene), body).expect(successful);
export const remove = (who: 'host' | 'guest', path: (scene: Scene) => string) => (scene: Scene) =>
  scene[who].client.delete(path(scene)).expect(successful);

export function successful({ status, body }: { status: number; body: object }): void {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}

export const keep = (name: string, of: (body: any) => unknown, does: Step['does']) => async (scene: Scene) => {
  scene[name] = of(((await does(scene)) as { body: any }).body);
};

export const guestId = ({ guest }: Scene) => ({ user_id: guest.id });

export type Told = Record<string, Step | string>;
