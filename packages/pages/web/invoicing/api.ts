const UNREACHABLE = 'The server cannot be reached. Try again in a moment.';
/** The actions of the app, from `…/v1/apps/invoicing/public/i/{token}`. */
const ACTIONS = new URL('../../', location.href);

/** An action of the app: its answer, or what went wrong. */
export async function call<Result>(action: string, body: object): Promise<Result | { error: string }> {
  try {
    const response = await fetch(new URL(action, ACTIONS), {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = await response.json();
    return response.ok ? answer : { error: answer.error ?? UNREACHABLE };
  } catch {
    return { error: UNREACHABLE };
  }
}
