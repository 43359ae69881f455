import { useQuery } from '@tanstack/react-query';
import { api } from './api';
import { KINDS } from './kinds';

/**
 * All of a record. Apart from what react-admin keeps of lists, whose records have less: a view would take one of them
 * for the whole.
 */
export function useWhole<T>(resource: keyof typeof KINDS, id: string) {
  const { path, one } = KINDS[resource];
  return useQuery({
    queryKey: ['whole', resource, id],
    queryFn: async ({ signal }) => (await api.get<Record<string, T>>(`${path}/${id}`, {}, signal))[one] as T,
    // Kept for no longer than it is looked at: who opens it again is shown, and may change, what it is by then.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
