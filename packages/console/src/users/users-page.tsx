import CheckIcon from '@mui/icons-material/VerifiedOutlined';
import Box from '@mui/material/Box';
import type { User } from '../api/types';
import { List } from '../parts/list';
import { fullName, Person } from '../parts/person';
import { type Column, Rows } from '../parts/rows';
import { Search } from '../parts/search';
import { Status } from '../parts/status';
import { StatusTabs } from '../parts/status-tabs';
import { When } from '../parts/when';
import { UserActs } from './user-acts';

const COLUMNS: Column<User>[] = [
  {
    name: 'User',
    cell: (user) => (
      <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
        <Person who={user} />
        {user.verified && <CheckIcon color="primary" fontSize="inherit" titleAccess="Verified" />}
      </Box>
    ),
  },
  { name: 'Name', cell: (user) => fullName(user) || '–' },
  { name: 'Role', cell: ({ role }) => <Status value={role} /> },
  { name: 'Status', cell: ({ user_status }) => <Status value={user_status} /> },
  { name: 'Type', cell: ({ type }) => type ?? '–' },
  { name: 'Joined', cell: ({ created_at }) => <When at={created_at} /> },
];

export function UsersPage() {
  return (
    <List
      resource="users"
      title="Users"
      perPage={25}
      filters={
        <>
          <Search label="Search by username or name" field="search" />
          <StatusTabs field="user_status" values={['active', 'suspended', 'banned']} />
        </>
      }
    >
      <Rows label="Users" columns={COLUMNS} empty="Nobody is found." acts={(user) => <UserActs user={user} />} />
    </List>
  );
}
