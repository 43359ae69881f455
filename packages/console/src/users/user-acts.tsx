import Button from '@mui/material/Button';
import { api } from '../api/api';
import type { User } from '../api/types';
import { useAct } from '../parts/act';
import { useConfirm } from '../parts/confirm';
import { nameOf } from '../parts/person';
import { session } from '../session/session';

/** What is done most, from the list and from the person's own view. */
export function UserActs({ user }: { user: User }) {
  const { run, isBusy } = useAct();
  const { ask, dialog } = useConfirm();
  const name = nameOf(user);
  const change = (changes: Partial<User>, done: string) =>
    run(() => api.patch(`admin/users/${user.id}`, changes), done);
  const isActive = user.user_status === 'active';
  const isOneself = user.id === session.staff?.id;
  return (
    <>
      <Button
        size="small"
        disabled={isBusy}
        aria-label={`${user.verified ? 'Unverify' : 'Verify'} ${name}`}
        onClick={() =>
          void change({ verified: !user.verified }, `${name} is ${user.verified ? 'no longer verified' : 'verified'}`)
        }
      >
        {user.verified ? 'Unverify' : 'Verify'}
      </Button>
      {isActive ? (
        <Button
          size="small"
          color="error"
          disabled={isBusy || isOneself}
          aria-label={`Ban ${name}`}
          onClick={() =>
            ask({
              title: `Ban ${name}?`,
              text: 'The account is signed out at once and cannot sign in. It can be let back in at any time.',
              yes: 'Ban',
              act: () => change({ user_status: 'banned' }, `${name} is banned`),
            })
          }
        >
          Ban
        </Button>
      ) : (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={`Reactivate ${name}`}
          onClick={() => void change({ user_status: 'active' }, `${name} is active again`)}
        >
          Reactivate
        </Button>
      )}
      {dialog}
    </>
  );
}
