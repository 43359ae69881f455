import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { Named, User } from '../api/types';

export const fullName = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>) =>
  [first_name, last_name].filter(Boolean).join(' ');

/** Who has no username yet has at least an id. */
export const nameOf = ({ id, username }: Named) => username ?? `user\u00a0${id.slice(-6)}`;

export function Person({ who }: { who: Named | null | undefined }) {
  if (!who) {
    return (
      <Typography component="span" variant="inherit" sx={{ color: 'text.secondary' }}>
        deleted account
      </Typography>
    );
  }
  const name = nameOf(who);
  // Broken where there is no room for it, but not into single letters.
  const sx = {
    display: 'inline-block',
    minWidth: `${Math.min(name.length, 12)}ch`,
    overflowWrap: 'anywhere',
  };
  return (
    <Link component={RouterLink} to={`/users/${who.id}`} sx={sx}>
      {name}
    </Link>
  );
}
