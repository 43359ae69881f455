import { PAGE_STYLE } from '../../../platform/http/page-style.js';
import type { PublicAnswer } from '../../kernel/public-surface.js';

const STYLE = `${PAGE_STYLE}
body { min-height: 100vh; display: grid; place-items: center; padding: 1rem; }
main { width: 100%; max-width: 28rem; padding: 2rem; display: grid; gap: 1rem; }
form { display: grid; gap: 0.5rem; }
label { font-weight: 600; }
select {
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 0.625rem;
  background: var(--card);
  color: inherit;
  font: inherit;
}
.address { overflow-wrap: anywhere; font-weight: 600; }
.warning { padding: 0.75rem 1rem; border-radius: 0.625rem; background: var(--bad-ground); color: var(--bad); }
.status:empty { display: none; }
.button {
  display: inline-block;
  padding: 0.625rem 1.125rem;
  border-radius: 0.625rem;
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-decoration: none;
}
.button:hover { background: var(--accent-hover); color: var(--on-accent); }
`;

const SCRIPT = `
const { api, slug, domain, next } = document.querySelector('main').dataset;

if (next) setTimeout(() => location.replace(next), 900);

async function call(action, more) {
  try {
    const response = await fetch(api + action, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug, ...(domain && { domain_id: domain }), ...more }),
      signal: AbortSignal.timeout(30_000),
    });
    return { isGood: response.ok, answer: await response.json() };
  } catch {
    return { isGood: false, answer: { error: 'The server cannot be reached. Try again in a moment.' } };
  }
}

function onSubmit(name, answered) {
  const form = document.forms[name];
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('[type=submit]');
    const status = form.querySelector('[role=status]');
    button.disabled = true;
    status.textContent = 'One moment …';
    const { isGood, answer } = await answered(form.elements);
    button.disabled = false;
    status.textContent = isGood ? (answer.message ?? '') : answer.error;
  });
}

onSubmit('unlock', async ({ password }) => {
  const result = await call('unlock-link', { password: password.value });
  if (result.isGood) location.replace(result.answer.url);
  return result;
});
onSubmit('report', ({ reason }) => call('report-link', { reason: reason.value }));
`;

const asset = (type: string, body: string): PublicAnswer => ({
  status: 200,
  // Asked for anew each time, so that no page meets an older script.
  headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' },
  body,
});

/** Named as no slug can be. */
export const ASSETS: Record<string, PublicAnswer | undefined> = {
  'links.css': asset('text/css', STYLE),
  'links.js': asset('text/javascript', SCRIPT),
};
