import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wordsOf } from '../api/api-error';
import { api } from '../api/api';
import type { Report, Reported } from '../api/types';
import { Facts } from '../parts/facts';
import { Person } from '../parts/person';
import { Status } from '../parts/status';
import { When } from '../parts/when';
import { ReportActs } from './report-acts';

interface Props {
  id: string;
  onDecided: () => void;
}

export function ReportView({ id, onDecided }: Props) {
  const { data, error } = useQuery({
    queryKey: ['reports', id],
    queryFn: ({ signal }) => api.get<{ report: Report; reported: Reported | null }>(`admin/reports/${id}`, {}, signal),
  });
  if (error) return <Alert severity="error">{wordsOf(error)}</Alert>;
  if (!data) return <Skeleton variant="rounded" height={320} />;
  const { report, reported } = data;
  return (
    <Card component="section" aria-label="Report" sx={{ p: { xs: 2, sm: 3 } }}>
      <ReportActs report={report} reported={reported} onDecided={onDecided} />
      <Typography variant="h2" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
        {report.reason}
      </Typography>
      {report.description && (
        <Typography sx={{ mt: 0.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{report.description}</Typography>
      )}
      <Box sx={{ mt: 1.5 }}>
        <Facts
          facts={[
            ['Status', <Status key="status" value={report.status} />],
            ['Reported by', <Person key="reporter" who={report.reporter} />],
            ['Reported', <When key="when" at={report.created_at} isExact />],
            ...(report.resolved_at
              ? [['Decided', <When key="decided" at={report.resolved_at} isExact />] as [string, ReactNode]]
              : []),
          ]}
        />
      </Box>
      <Box
        component="section"
        aria-label={`The reported ${report.reportable_type}`}
        sx={{
          mt: 2.5,
          p: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 2,
          bgcolor: 'background.default',
        }}
      >
        {reported ? <Thing reported={reported} /> : `The ${report.reportable_type} is gone.`}
      </Box>
    </Card>
  );
}

function Thing({ reported: { type, id, title, text, author, status, created_at } }: { reported: Reported }) {
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          color: 'text.secondary',
          fontSize: '0.875rem',
        }}
      >
        <span>
          {type} · <When at={created_at} isExact />
        </span>
        <Status value={status} />
      </Box>
      {title && <Typography sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>}
      {text && (
        <Typography
          tabIndex={0}
          sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxHeight: 360, overflowY: 'auto' }}
        >
          {text}
        </Typography>
      )}
      <Typography sx={{ mt: 1, fontSize: '0.875rem' }}>
        {type === 'user' ? (
          <Person who={author ?? { id, username: title ?? null }} />
        ) : (
          <>
            by <Person who={author} />
          </>
        )}
      </Typography>
    </>
  );
}
