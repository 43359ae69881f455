import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { wordsOf } from '../api/api-error';
import { Pager } from './pager';

export interface Column<R> {
  name: string;
  cell: (record: R) => ReactNode;
  isNumber?: boolean;
}

interface Props<R> {
  label: string;
  /** The first names the record. */
  columns: Column<R>[];
  acts?: (record: R) => ReactNode;
  empty: string;
}

/** A page of a list: a table where there is room for it, else a card for each. */
export function Rows<R extends RaRecord>({ label, columns, acts, empty }: Props<R>) {
  const { data, isPending, error } = useListContext<R>();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  if (error) return <Alert severity="error">{wordsOf(error)}</Alert>;
  if (isPending) return <Waiting />;
  if (!data?.length) {
    return (
      <>
        <Card sx={{ px: 3, py: 6, textAlign: 'center', color: 'text.secondary' }}>{empty}</Card>
        <Pager />
      </>
    );
  }
  const Shown = isNarrow ? Cards : Wide;
  return (
    <>
      <Shown label={label} columns={columns} acts={acts} data={data} />
      <Pager />
    </>
  );
}

/** Under each other, and in one piece. */
const NUMBER = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' };

type Filled<R> = Omit<Props<R>, 'empty'> & { data: R[] };

function Wide<R extends RaRecord>({ label, columns, acts, data }: Filled<R>) {
  return (
    <Card sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={label} sx={{ '& td, & th': { py: 1.25 } }}>
        <TableHead>
          <TableRow>
            {columns.map(({ name, isNumber }) => (
              <TableCell key={name} align={isNumber ? 'right' : 'left'}>
                {name}
              </TableCell>
            ))}
            {acts && <TableCell align="right">Actions</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody sx={{ '& tr:last-child > *': { borderBottom: 0 } }}>
          {data.map((record) => (
            <TableRow key={record.id} hover>
              {columns.map(({ name, cell, isNumber }, at) => (
                <TableCell
                  key={name}
                  component={at ? 'td' : 'th'}
                  scope={at ? undefined : 'row'}
                  align={isNumber ? 'right' : 'left'}
                  sx={{
                    overflowWrap: 'anywhere',
                    minWidth: at ? '8ch' : '18ch',
                    ...(isNumber && NUMBER),
                  }}
                >
                  {cell(record)}
                </TableCell>
              ))}
              {acts && (
                <TableCell align="right" sx={{ whiteSpace: 'nowrap', width: '1%' }}>
                  {acts(record)}
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function Cards<R extends RaRecord>({ label, columns, acts, data }: Filled<R>) {
  const [first, ...rest] = columns;
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
      {data.map((record) => (
        <Card key={record.id} component="li" sx={{ p: 2 }}>
          <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{first?.cell(record)}</Box>
          <Box
            component="dl"
            sx={{
              display: 'grid',
              gridTemplateColumns: 'auto 1fr',
              columnGap: 2,
              rowGap: 0.75,
              my: 1,
              fontSize: '0.875rem',
            }}
          >
            {rest.map(({ name, cell }) => (
              <Box key={name} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {name}
                </Box>
                <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                  {cell(record)}
                </Box>
              </Box>
            ))}
          </Box>
          {acts && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{acts(record)}</Box>}
        </Card>
      ))}
    </Box>
  );
}

function Waiting() {
  return (
    <Card sx={{ p: 2 }} aria-busy="true" aria-label="Loading">
      {Array.from({ length: 6 }, (_, at) => (
        <Skeleton key={at} height={36} />
      ))}
    </Card>
  );
}
