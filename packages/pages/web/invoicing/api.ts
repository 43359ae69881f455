const UNREACHABLE = 'The server cannot be reached. Check your connection, then try again.';
/** The actions of the app, from `…/v1/apps/invoicing/public/i/{token}`. */
const ACTIONS = new URL('../../', location.href);
/** What a client can do about a refusal; others are told as they are. */
const ADVICE: Record<string, string> = {
  'Invoice not found': 'There is no such invoice any more. Ask the sender for its address.',
  'Invoice is already paid': 'This invoice is paid already. Nothing was charged.',
  'Invoice is void': 'The sender has voided this invoice. Nothing was charged.',
  'Online payment is off': 'The sender takes no online payments at the moment. Ask them how to pay.',
  'Partial payments are not accepted': 'The sender takes the whole amount only. Pay the amount that is due.',
  'Amount exceeds the amount due': 'Less than this amount is due now. Check the amount, then pay again.',
  'Amount must be greater than 0': 'Enter an amount above 0.',
  'Too many requests': 'Too many requests came from your network. Wait a minute, then try again.',
  'Service unavailable': 'The service is busy. Try again in a moment.',
};

export interface Failure {
  error: string;
  /** True: the server has refused the call, so what the page shows may be out of date. */
  isRefused: boolean;
}

/** An action of the app: its answer, or what went wrong. */
export async function call<Result>(action: string, body: object): Promise<Result | Failure> {
  try {
    const response = await fetch(new URL(action, ACTIONS), {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    const error: string = answer.details?.[0]?.message ?? answer.error ?? UNREACHABLE;
    return { error: ADVICE[error] ?? error, isRefused: [400, 404, 409].includes(response.status) };
  } catch {
    return { error: UNREACHABLE, isRefused: false };
  }
}
