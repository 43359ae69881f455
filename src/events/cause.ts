import { AsyncLocalStorage } from 'node:async_hooks';

const depths = new AsyncLocalStorage<number>();

/** What the work does leaves its events with this depth: a run of an automation causes them. */
export const causedAt = <T>(depth: number, work: () => Promise<T>): Promise<T> => depths.run(depth, work);

export const depthOfCause = () => depths.getStore() ?? 0;
