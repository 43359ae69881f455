import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../api/api';
import type { Report, Reported } from '../api/types';
import { useAct } from '../parts/act';
import { useConfirm } from '../parts/confirm';
import { nameOf } from '../parts/person';
import { session } from '../session/session';
import { Key } from './shortcuts-help';
import { useShortcuts } from './use-shortcuts';

/** Where each kind of thing is deleted; people are banned instead. */
const REMOVED_AT: Record<string, string> = {
  post: 'admin/posts',
  product: 'admin/products',
  comment: 'comments',
};
const SHOWN_AT: Record<string, string> = { post: 'posts', user: 'users' };

interface Props {
  report: Report;
  reported: Reported | null;
  onDecided: () => void;
}

export function ReportActs({ report, reported, onDecided }: Props) {
  const { run, isBusy } = useAct();
  const { ask, dialog } = useConfirm();
  const navigate = useNavigate();
  const { id, reportable_type: kind } = report;

  const decided = (status: string) => api.patch(`admin/reports/${id}`, { status });
  const finish = async (work: () => Promise<unknown>, done: string) => {
    if ((await run(work, done)) === true) onDecided();
  };
  const author =
    kind === 'user' && reported ? (reported.author ?? { id: reported.id, username: null }) : reported?.author;
  const removedAt = reported && REMOVED_AT[kind];
  const shownAt = reported && SHOWN_AT[kind];

  const unless = (isSo: boolean, act: () => void) => (isSo || isBusy ? undefined : act);
  const acts = {
    r: unless(report.status === 'resolved', () => void finish(() => decided('resolved'), 'Report resolved')),
    d: unless(report.status === 'dismissed', () => void finish(() => decided('dismissed'), 'Report dismissed')),
    x: unless(!removedAt, () =>
      ask({
        title: `Remove the ${kind}?`,
        text: `The ${kind} goes for good, and the report is resolved.`,
        yes: 'Remove',
        act: () =>
          finish(async () => {
            await api.delete(`${removedAt}/${reported?.id}`);
            await decided('resolved');
          }, `The ${kind} is removed, the report resolved`),
      }),
    ),
    b: unless(!author || author.id === session.staff?.id, () =>
      ask({
        title: `Ban ${author && nameOf(author)}?`,
        text: 'The account is signed out at once and cannot sign in, and the report is resolved.',
        yes: 'Ban',
        act: () =>
          finish(async () => {
            await api.patch(`admin/users/${author?.id}`, { user_status: 'banned' });
            await decided('resolved');
          }, 'The account is banned, the report resolved'),
      }),
    ),
    o: unless(!shownAt, () => navigate(`/${shownAt}/${report.reportable_id}`)),
  };
  useShortcuts(acts);

  const button = (
    key: keyof typeof acts,
    words: string,
    color?: 'error',
    variant: 'contained' | 'outlined' = 'outlined',
  ): ReactNode =>
    acts[key] && (
      <Button
        size="small"
        variant={variant}
        color={color}
        aria-keyshortcuts={key}
        onClick={acts[key]}
        endIcon={<Key>{key}</Key>}
      >
        {words}
      </Button>
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {button('r', 'Resolve', undefined, 'contained')}
      {button('d', 'Dismiss')}
      {button('x', `Remove ${kind}`, 'error')}
      {button('b', kind === 'user' ? 'Ban' : 'Ban author', 'error')}
      {button('o', 'Open')}
      {dialog}
    </Box>
  );
}
