import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { AuditEntry } from '../api/types';
import { useListContext } from 'react-admin';
import { List } from '../parts/list';
import { Person } from '../parts/person';
import { type Column, Rows } from '../parts/rows';
import { Search } from '../parts/search';
import { When } from '../parts/when';

const COLUMNS: Column<AuditEntry>[] = [
  { name: 'What', cell: ({ action }) => <Action name={action} /> },
  { name: 'Who', cell: ({ admin_id, admin }) => (admin_id ? <Person who={admin} /> : 'Operator') },
  { name: 'When', cell: ({ created_at }) => <When at={created_at} isExact /> },
  { name: 'Of what', cell: ({ data }) => <Data data={data} /> },
];

/** Whatever staff has changed. */
export function AuditPage() {
  return (
    <List
      resource="audit"
      title="Audit log"
      filters={
        <>
          <Search label="Action, in full: admin.user_updated" field="action" />
          <OneAdmin />
        </>
      }
    >
      <Rows label="Audit log" columns={COLUMNS} empty="Nothing was changed by staff yet." />
    </List>
  );
}

function Action({ name }: { name: string }) {
  const { filterValues, setFilters } = useListContext();
  return (
    <Link
      component="button"
      title="Show only these"
      onClick={() => setFilters({ ...filterValues, action: name })}
      sx={{
        fontFamily: 'ui-monospace, monospace',
        fontSize: '0.875rem',
        textAlign: 'left',
        whiteSpace: { md: 'nowrap' },
      }}
    >
      {name}
    </Link>
  );
}

/** Links from a person's view lead here with the filter set. */
function OneAdmin() {
  const { filterValues, setFilters } = useListContext();
  const { admin_id, ...others } = filterValues as Record<string, string>;
  if (!admin_id) return null;
  return (
    <Button variant="outlined" onClick={() => setFilters(others)}>
      Of user {admin_id.slice(-6)} only: show all
    </Button>
  );
}

function Data({ data }: { data: Record<string, unknown> }) {
  return (
    <Box component="details" sx={{ '& summary': { cursor: 'pointer', color: 'text.secondary' }, minWidth: 0 }}>
      <summary>{summaryOf(data)}</summary>
      <Box
        component="pre"
        tabIndex={0}
        sx={{ m: 0, mt: 1, fontSize: '0.8125rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {JSON.stringify(data, null, 2)}
      </Box>
    </Box>
  );
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The changed fields where there are any, else the things that it was about. */
function summaryOf({ before, after, ...rest }: Record<string, unknown>): string {
  if (before && after) {
    const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
    return Object.keys(now)
      .map((field) => `${field}: ${String(old[field])} → ${String(now[field])}`)
      .join(', ');
  }
  const told = Object.entries(rest).map(([field, value]) => {
    const words = typeof value === 'string' ? value : JSON.stringify(value);
    return `${field}: ${ID.test(words) ? words.slice(-6) : words.slice(0, 60)}`;
  });
  return told.join(', ') || '–';
}
