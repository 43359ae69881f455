import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { wordsOf } from '../api/api-error';
import { Page } from '../parts/page';
import { Choice } from '../parts/status-tabs';
import { QueueList } from './queue-list';
import { ReportView } from './report-view';
import { ShortcutsHelp } from './shortcuts-help';
import { useQueue } from './use-queue';
import { useShortcuts } from './use-shortcuts';

/** One after the other: the list on the left, what was reported beside it, a key for every act. */
export function ReportsPage() {
  const queue = useQueue();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { reports, selected, at, select, error, isPending } = queue;
  const step = (by: number) => {
    const next = reports[Math.min(Math.max(at + by, 0), reports.length - 1)];
    if (next) select(next.id);
  };
  useShortcuts({ j: () => step(1), k: () => step(-1), '?': () => setHelpOpen(true) });
  return (
    <Page
      title="Reports"
      actions={
        <>
          <Choice
            label="Status"
            values={['pending', 'resolved', 'dismissed']}
            value={queue.status}
            onChange={queue.show}
          />
          <Tooltip title="Keyboard shortcuts (?)">
            <Button
              variant="outlined"
              onClick={() => setHelpOpen(true)}
              aria-label="Keyboard shortcuts"
              sx={{ minWidth: 36, p: 0.5 }}
            >
              ?
            </Button>
          </Tooltip>
        </>
      }
    >
      {error && <Alert severity="error">{wordsOf(error)}</Alert>}
      {isPending && <Skeleton variant="rounded" height={320} />}
      {!isPending && !error && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
            alignItems: 'start',
          }}
        >
          {reports.length > 0 ? (
            <QueueList queue={queue} />
          ) : (
            <Card sx={{ px: 3, py: 6, textAlign: 'center', color: 'text.secondary' }}>
              {queue.status === 'pending' ? 'All done: no report waits.' : 'No reports here.'}
            </Card>
          )}
          {selected && (
            <ReportView
              key={selected}
              id={selected}
              onDecided={() => select((reports[at + 1] ?? reports[at - 1])?.id)}
            />
          )}
        </Box>
      )}
      {isHelpOpen && <ShortcutsHelp onClose={() => setHelpOpen(false)} />}
    </Page>
  );
}
