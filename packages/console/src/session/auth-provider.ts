import type { AuthProvider } from 'react-admin';
import { ApiError } from '../api/api-error';
import { session } from './session';

/** The page stands behind the session already: here it is only said who it is, and what ends it. */
export const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  checkAuth: () => (session.staff ? Promise.resolve() : Promise.reject(new Error('Not authenticated'))),
  checkError: (error: unknown) => {
    // Nothing but the role is a reason for this word in the admin area.
    if (error instanceof ApiError && error.status === 403 && error.message === 'Forbidden') {
      session.end('This account is no administrator’s any more.');
    }
    return Promise.resolve();
  },
  getIdentity: () => Promise.resolve({ id: session.staff?.id ?? '', fullName: session.staff?.email }),
  getPermissions: () => Promise.resolve(session.staff?.role),
  logout: async () => {
    await session.signOut();
    return false;
  },
};
