import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { session } from './session/session';
import { SignIn } from './session/sign-in';

const load = () => import('./shell/console');
const Console = lazy(async () => ({ default: (await load()).Console }));
const opening = <p className="opening">One moment …</p>;

export function Root() {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const { phase } = state;
  useEffect(() => {
    if (phase === 'out') void load().catch(() => undefined);
  }, [phase]);
  if (phase === 'opening') return opening;
  if (phase === 'out') return <SignIn reason={state.reason} />;
  return (
    <Suspense fallback={opening}>
      {/* Another person starts with nothing of what the one before has seen. */}
      <Console key={state.staff.id} />
    </Suspense>
  );
}
