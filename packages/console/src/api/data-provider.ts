import type { DataProvider, GetListParams, GetListResult, RaRecord } from 'react-admin';
import { api } from './api';
import { KINDS, type Kind } from './kinds';

interface Page {
  records: RaRecord[];
  next: string | null;
}

/**
 * Pages of the service follow each other by cursors, and nobody counts them. Where page n begins, page n - 1 has
 * said: it is kept for each list and filter, and asked for again where an address leads right into the middle.
 */
class Pages {
  private readonly begins = new Map<string, (string | null)[]>();

  async get({ path, many, fixed }: Kind, { filter, pagination, signal }: GetListParams): Promise<GetListResult> {
    const { page = 1, perPage = 50 } = pagination ?? {};
    const query = { ...(filter as Record<string, string>), ...(!fixed && { limit: perPage }) };
    const begins = this.beginsOf(JSON.stringify([path, query]));
    const ask = async (number: number): Promise<Page> => {
      const cursor = begins[number - 1];
      const answer = await api.get<Record<string, unknown>>(path, { ...query, cursor }, signal);
      const next = (answer['next_cursor'] as string | null | undefined) ?? null;
      begins.length = number;
      if (next) begins.push(next);
      return { records: answer[many] as RaRecord[], next };
    };
    let at = Math.min(page, begins.length);
    let found = await ask(at);
    while (at < page && found.next) found = await ask(++at);
    const isBeyond = at < page;
    return {
      data: isBeyond ? [] : found.records,
      pageInfo: { hasNextPage: !isBeyond && found.next !== null, hasPreviousPage: page > 1 },
    };
  }

  /** The first page begins without a cursor. */
  private beginsOf(list: string): (string | null)[] {
    const known = this.begins.get(list) ?? [null];
    this.begins.set(list, known);
    return known;
  }
}

const isKnown = (resource: string): resource is keyof typeof KINDS => resource in KINDS;

export function makeDataProvider(): DataProvider {
  const pages = new Pages();
  const unused = () => Promise.reject(new Error('The console does not do this'));
  return {
    getList: (resource, params) => (isKnown(resource) ? pages.get(KINDS[resource], params) : unused()),
    getOne: unused,
    create: unused,
    update: unused,
    delete: unused,
    getMany: unused,
    getManyReference: unused,
    updateMany: unused,
    deleteMany: unused,
  } as DataProvider;
}
