import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { api } from '../api/api';
import { wordsOf } from '../api/api-error';
import type { User } from '../api/types';
import { useWhole } from '../api/use-whole';
import { useAct } from '../parts/act';
import { BackTo } from '../parts/back-to';
import { useConfirm } from '../parts/confirm';
import { Facts } from '../parts/facts';
import { Page } from '../parts/page';
import { fullName, nameOf } from '../parts/person';
import { Status } from '../parts/status';
import { When } from '../parts/when';
import { session } from '../session/session';
import { UserActs } from './user-acts';
import { UserForm } from './user-form';

export function UserPage() {
  const { id = '' } = useParams();
  const { data: user, error } = useWhole<User>('users', id);
  const before = <BackTo list="users">Users</BackTo>;
  if (error) {
    return (
      <Page title="User" before={before}>
        <Alert severity="error">{wordsOf(error)}</Alert>
      </Page>
    );
  }
  if (!user) {
    return (
      <Page title="User" before={before}>
        <Skeleton variant="rounded" height={280} />
      </Page>
    );
  }
  return (
    <Page title={nameOf(user)} before={before} actions={<UserActs user={user} />}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '3fr 2fr' },
          alignItems: 'start',
        }}
      >
        <Card sx={{ p: 3 }}>
          <Facts
            facts={[
              ['Name', fullName(user) || '–'],
              ['E-mail', user.email ?? '–'],
              ['Status', <Status key="status" value={user.user_status} />],
              ['Role', <Status key="role" value={user.role} />],
              ['Verified', user.verified ? 'yes' : 'no'],
              ['Joined', <When key="joined" at={user.created_at} isExact />],
              ['Changed', <When key="changed" at={user.updated_at} isExact />],
              ['Id', user.id],
            ]}
          />
          <Button
            component={Link}
            to={`/audit?filter=${encodeURIComponent(JSON.stringify({ admin_id: user.id }))}`}
            sx={{ mt: 1, ml: -1 }}
          >
            What this account did as staff
          </Button>
        </Card>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <UserForm key={user.updated_at} user={user} />
          <Removal user={user} />
        </Box>
      </Box>
    </Page>
  );
}

function Removal({ user }: { user: User }) {
  const { run } = useAct();
  const { ask, dialog } = useConfirm();
  const navigate = useNavigate();
  const name = nameOf(user);
  const act = async () => {
    if ((await run(() => api.delete(`admin/users/${user.id}`), `${name} is deleted`)) === true) navigate('/users');
  };
  return (
    <Card sx={{ p: 3 }}>
      <Typography variant="h2">Delete</Typography>
      <Typography sx={{ mt: 0.5, mb: 1.5, fontSize: '0.875rem', color: 'text.secondary' }}>
        For good, with all that the account holds. To keep somebody out, a ban is enough.
      </Typography>
      <Button
        color="error"
        variant="outlined"
        disabled={user.id === session.staff?.id}
        onClick={() =>
          ask({
            title: `Delete ${name}?`,
            text: 'The account and everything that belongs to it is removed. This cannot be taken back.',
            yes: 'Delete for good',
            typed: user.username ? [user.username, 'delete'] : ['delete'],
            act,
          })
        }
      >
        Delete account
      </Button>
      {dialog}
    </Card>
  );
}
