import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import { useEffect, useRef } from 'react';
import type { Report } from '../api/types';
import { nameOf } from '../parts/person';
import { When } from '../parts/when';
import type { useQueue } from './use-queue';

const ROW = {
  display: 'block',
  width: '100%',
  px: 2,
  py: 1.25,
  textAlign: 'left',
  fontFamily: 'inherit',
  fontSize: '0.9375rem',
  lineHeight: 1.45,
  borderLeft: '3px solid transparent',
  '&[aria-current=true]': { borderLeftColor: 'primary.main', bgcolor: 'action.selected' },
  '&.Mui-focusVisible': { outlineOffset: -2 },
};

export function QueueList({ queue }: { queue: ReturnType<typeof useQueue> }) {
  const { reports, selected, select, hasNextPage, isFetchingNextPage, fetchNextPage } = queue;
  return (
    <Card sx={{ maxHeight: { xs: '38vh', md: 'calc(100vh - 170px)' }, overflowY: 'auto' }}>
      <Box
        component="ul"
        aria-label="Reports"
        sx={{ m: 0, p: 0, listStyle: 'none', '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {reports.map((report) => (
          <li key={report.id}>
            <Row report={report} isSelected={report.id === selected} onSelect={() => select(report.id)} />
          </li>
        ))}
      </Box>
      {hasNextPage && (
        <Button fullWidth disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More
        </Button>
      )}
    </Card>
  );
}

interface RowProps {
  report: Report;
  isSelected: boolean;
  onSelect: () => void;
}

function Row({ report, isSelected, onSelect }: RowProps) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <ButtonBase ref={row} sx={ROW} aria-current={isSelected} onClick={onSelect}>
      <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {report.reason}
      </Box>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
        {report.reportable_type} · by {report.reporter ? nameOf(report.reporter) : 'a deleted account'} ·{' '}
        <When at={report.created_at} />
      </Box>
    </ButtonBase>
  );
}
