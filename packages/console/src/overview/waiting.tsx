import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { Overview } from '../api/types';

type Kind = keyof Overview['waiting'];

const CARDS: [kind: Kind, name: string, list: string, status: string][] = [
  ['reports', 'Reports', 'reports', 'pending'],
  ['flagged_posts', 'Flagged posts', 'posts', 'flagged'],
  ['ads', 'Ads', 'ads', 'pending'],
  ['jobs', 'Jobs', 'jobs', 'pending'],
  ['authorship_requests', 'Authorship requests', 'authorship-requests', 'pending'],
  ['withdrawals', 'Withdrawals', 'withdrawals', 'pending'],
];
const COUNT = new Intl.NumberFormat();

export function Waiting({ waiting }: { waiting: Overview['waiting'] | undefined }) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(3, minmax(0, 1fr))',
          lg: 'repeat(6, minmax(0, 1fr))',
        },
      }}
    >
      {CARDS.map(([kind, name, list, status]) => {
        const count = waiting?.[kind];
        return (
          <Card key={kind} component="li">
            <CardActionArea
              component={Link}
              to={list === 'reports' ? '/reports' : `/${list}?filter=${encodeURIComponent(JSON.stringify({ status }))}`}
              sx={{ p: 2, height: '100%', color: count ? 'text.primary' : 'text.secondary' }}
            >
              <Typography sx={{ fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.2 }}>
                {count === undefined ? <Skeleton width="2ch" /> : COUNT.format(count)}
              </Typography>
              <Typography sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{name}</Typography>
            </CardActionArea>
          </Card>
        );
      })}
    </Box>
  );
}
