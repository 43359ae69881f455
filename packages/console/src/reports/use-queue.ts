import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { api } from '../api/api';
import type { Report } from '../api/types';

interface Answer {
  reports: Report[];
  next_cursor: string | null;
}

/** The reports of one status, as far as they were asked for; which one is looked at stands in the address. */
export function useQueue() {
  const [search] = useSearchParams();
  const chosen = useParams()['*'];
  const navigate = useNavigate();
  const status = search.get('status') ?? 'pending';
  const query = useInfiniteQuery({
    queryKey: ['reports', 'queue', status],
    queryFn: ({ pageParam, signal }) =>
      api.get<Answer>('admin/reports', { status, limit: 50, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const reports = query.data?.pages.flatMap((page) => page.reports) ?? [];
  const at = chosen ? reports.findIndex(({ id }) => id === chosen) : 0;
  const selected = chosen || reports[0]?.id;
  const select = useCallback(
    (id: string | undefined) => navigate(`/reports${id ? `/${id}` : ''}?status=${status}`, { replace: true }),
    [navigate, status],
  );
  return {
    ...query,
    reports,
    status,
    selected,
    at,
    select,
    show: (next: string) => navigate(`/reports?status=${next}`),
  };
}
