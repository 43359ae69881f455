import Box from '@mui/material/Box';
import type { AuthorshipRequest } from '../api/types';
import { Decision } from '../parts/decision';
import { List } from '../parts/list';
import { fullName, nameOf, Person } from '../parts/person';
import { Picture } from '../parts/picture';
import { type Column, Rows } from '../parts/rows';
import { Status } from '../parts/status';
import { StatusTabs } from '../parts/status-tabs';
import { When } from '../parts/when';
import { Note } from './note';

const COLUMNS: Column<AuthorshipRequest>[] = [
  {
    name: 'Who',
    cell: ({ user }) => (
      <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <Picture url={user?.avatar_url} name={(user && (fullName(user) || user.username)) ?? '?'} size={32} />
        <Person who={user} />
      </Box>
    ),
  },
  { name: 'Name', cell: ({ user }) => (user && fullName(user)) || '–' },
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  { name: 'Asked', cell: ({ created_at }) => <When at={created_at} /> },
  { name: 'Decided', cell: ({ reviewed_at }) => (reviewed_at ? <When at={reviewed_at} /> : '–') },
];

export function AuthorshipPage() {
  return (
    <List
      resource="authorship-requests"
      title="Authorship requests"
      filters={<StatusTabs values={['pending', 'approved', 'rejected']} />}
    >
      <Rows
        label="Authorship requests"
        columns={COLUMNS}
        empty="Nobody asks to be verified."
        acts={({ id, status, user }) => {
          const name = user ? nameOf(user) : 'the request';
          return (
            <>
              <Note id={id} name={name} />
              {/* Once: the service takes no second decision. */}
              {status === 'pending' && (
                <Decision
                  path={`admin/authorship-requests/${id}`}
                  name={name}
                  status={status}
                  choices={[
                    { status: 'approved', verb: 'Approve', done: `${name} is verified` },
                    { status: 'rejected', verb: 'Reject', done: 'Request rejected', isBad: true },
                  ]}
                />
              )}
            </>
          );
        }}
      />
    </List>
  );
}
