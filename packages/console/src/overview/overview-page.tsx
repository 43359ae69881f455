import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../api/api-error';
import { api } from '../api/api';
import type { Overview } from '../api/types';
import { moneyOf } from '../parts/money';
import { Page } from '../parts/page';
import { Choice } from '../parts/status-tabs';
import { Chart } from './chart';
import { Waiting } from './waiting';

const SPANS = ['7', '30', '90'];
const COUNT = new Intl.NumberFormat();

/** What waits, and how it goes, at a glance. */
export function OverviewPage() {
  const [days, setDays] = useState('30');
  const { data, error } = useQuery({
    queryKey: ['overview', days],
    queryFn: ({ signal }) => api.get<Overview>('admin/overview', { days }, signal),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });
  return (
    <Page title="Overview">
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {wordsOf(error)}
        </Alert>
      )}
      <Typography variant="h2" sx={{ mb: 1 }}>
        Waiting for you
      </Typography>
      <Waiting waiting={data?.waiting} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 4, mb: 1.5 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          Over time
        </Typography>
        <Choice
          label="Days"
          values={SPANS}
          names={{ '7': '7 days', '30': '30 days', '90': '90 days' }}
          value={days}
          onChange={setDays}
        />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {data ? (
          <>
            <Chart title="Sign-ups" days={data.days} figure="sign_ups" format={COUNT.format} all={data.totals.users} />
            <Chart title="Posts" days={data.days} figure="posts" format={COUNT.format} all={data.totals.posts} />
            <Chart title="Revenue" days={data.days} figure="revenue" format={moneyOf} all={data.totals.revenue} />
          </>
        ) : (
          !error && SPANS.map((span) => <Skeleton key={span} variant="rounded" height={260} />)
        )}
      </Box>
    </Page>
  );
}
