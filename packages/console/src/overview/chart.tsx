import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Day } from '../api/types';
import { Bars } from './bars';

const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
export const dayOf = (date: string) => DATE.format(new Date(date));

interface Props {
  title: string;
  days: Day[];
  figure: 'sign_ups' | 'posts' | 'revenue';
  format: (value: number) => string;
  /** Since ever. */
  all: number;
}

/**
 * A bar for each day. A day shows its figure under the pointer or the arrow keys; the table below has all figures for
 * screen readers.
 */
export function Chart({ title, days, figure, format, all }: Props) {
  const [at, setAt] = useState<number>();
  const id = useId();
  const values = days.map((day) => day[figure]);
  const sum = values.reduce((total, value) => total + value, 0);
  const shown = at === undefined ? undefined : days[at];
  const walk = ({ key }: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step) setAt((now = days.length) => Math.min(Math.max(now + step, 0), days.length - 1));
    if (key === 'Escape') setAt(undefined);
  };
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} component="h3" sx={{ fontSize: '0.9375rem', fontWeight: 600 }}>
        {title}
      </Typography>
      <Box aria-live="polite" sx={{ display: 'grid', mb: 1.5 }}>
        <Typography component="span" sx={{ fontSize: '1.5rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
          {format(shown ? shown[figure] : sum)}
        </Typography>
        <Typography component="span" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
          {shown ? `on ${dayOf(shown.date)}` : `in ${days.length} days · ${format(all)} in all`}
        </Typography>
      </Box>
      <Bars
        label={`${title} in the last ${days.length} days. Arrow keys go through them.`}
        values={values}
        from={days[0] ? dayOf(days[0].date) : ''}
        to={days.length ? dayOf((days.at(-1) as Day).date) : ''}
        format={format}
        at={at}
        onPoint={setAt}
        onKeyDown={walk}
      />
      <Box
        component="details"
        sx={{
          mt: 1,
          fontSize: '0.8125rem',
          '& summary': { cursor: 'pointer', color: 'text.secondary', width: 'fit-content' },
        }}
      >
        <summary>As a table</summary>
        <Box sx={{ maxHeight: 200, overflow: 'auto' }} tabIndex={0} role="region" aria-label={`${title}, a table`}>
          <Box
            component="table"
            sx={{
              width: '100%',
              borderCollapse: 'collapse',
              '& td, & th': { py: 0.25, textAlign: 'left', fontWeight: 400 },
              '& td': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
            }}
          >
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.date}>
                  <th scope="row">{dayOf(day.date)}</th>
                  <td>{format(day[figure])}</td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      </Box>
    </Card>
  );
}
