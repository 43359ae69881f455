interface Answer {
  isGood: boolean;
  answer: {
    error?: string;
    session?: { access_token: string };
    certificate?: { verify_url: string };
  };
}

const UNREACHABLE = 'The server cannot be reached. Try again in a moment.';
/** The root of the API, from `…/v1/apps/certificates/public/claim/{token}`. */
const API = new URL('../../../../', location.href);

const card = document.querySelector('main') as HTMLElement;
const form = document.forms.namedItem('claim') as HTMLFormElement;
const told = form.querySelector('[role=status]') as HTMLElement;
const button = form.querySelector('button') as HTMLButtonElement;

async function call(path: string, body: object, token?: string): Promise<Answer> {
  try {
    const response = await fetch(new URL(path, API), {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { isGood: response.ok, answer: await response.json() };
  } catch {
    return { isGood: false, answer: { error: UNREACHABLE } };
  }
}

/** The certificate, or what went wrong. */
async function claim(email: string, password: string): Promise<Answer> {
  const signedIn = await call('auth/sign-in', { email, password });
  const token = signedIn.answer.session?.access_token;
  if (!token) return signedIn;
  const installed = await call('apps/install', { slug: 'certificates' }, token);
  if (!installed.isGood) return installed;
  return call('apps/certificates/claim-certificate', { claim_token: card.dataset.token }, token);
}

function show(verifyUrl: string): void {
  const claimed = document.querySelector('#claimed') as HTMLElement;
  (claimed.querySelector('a') as HTMLAnchorElement).href = verifyUrl;
  form.hidden = true;
  claimed.hidden = false;
  claimed.focus();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  button.disabled = true;
  told.textContent = 'One moment …';
  const { isGood, answer } = await claim(String(fields.get('email')), String(fields.get('password')));
  button.disabled = false;
  told.textContent = isGood ? '' : (answer.error ?? UNREACHABLE);
  if (isGood && answer.certificate) show(answer.certificate.verify_url);
});
