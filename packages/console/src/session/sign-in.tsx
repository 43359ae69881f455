import { type FormEvent, useState } from 'react';
import { wordsOf } from '../api/api-error';
import { session } from './session';

/** Without the components of the console, which are loaded meanwhile. */
export function SignIn({ reason }: { reason?: string }) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setBusy(true);
    setFault(undefined);
    try {
      await session.signIn(String(given.get('email')), String(given.get('password')));
    } catch (error) {
      setFault(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <main className="sign-in">
      <form onSubmit={(event) => void submit(event)}>
        <div>
          <h1>Console</h1>
          <p className="soft">For administrators.</p>
        </div>
        {reason && !fault && <p className="soft">{reason}</p>}
        <label>
          E-mail
          <input
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
          />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
