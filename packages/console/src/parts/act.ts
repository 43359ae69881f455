import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { ApiError, wordsOf } from '../api/api-error';
import { authProvider } from '../session/auth-provider';

export type Faults = Record<string, string>;

/**
 * The one way in which anything is changed: asked of the service, waited for, said, and shown anew. Nothing is
 * shown as done before it is.
 */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const refresh = useRefresh();
  const run = async (work: () => Promise<unknown>, done: string): Promise<true | Faults> => {
    setBusy(true);
    try {
      await work();
      notify(done, { type: 'success', autoHideDuration: 4_000 });
      refresh();
      return true;
    } catch (error) {
      await authProvider.checkError(error as Error);
      notify(wordsOf(error), { type: 'error', autoHideDuration: 8_000 });
      return error instanceof ApiError ? error.body.errors : {};
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy };
}
