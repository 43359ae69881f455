import './links.css';

interface Result {
  isGood: boolean;
  answer: { error?: string; message?: string; warning?: boolean; url?: string };
}

type Inputs = Record<string, HTMLInputElement | HTMLSelectElement>;

const element = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document) =>
  within.querySelector(selector) as E;
const { api = '', slug, domain, next } = element('main').dataset;

if (next) setTimeout(() => location.replace(next), 900);

async function call(action: string, more: object): Promise<Result> {
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

function onSubmit(name: string, answered: (inputs: Inputs) => Promise<Result>): void {
  const form = document.querySelector<HTMLFormElement>(`form[name=${name}]`);
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = element<HTMLButtonElement>('[type=submit]', form);
    const status = element('[role=status]', form);
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
    button.disabled = true;
    status.textContent = 'One moment …';
    const { isGood, answer } = await answered(Object.fromEntries(fields.map((field) => [field.name, field])));
    button.disabled = false;
    status.textContent = (isGood ? answer.message : answer.error) ?? '';
  });
}

function warn(url: string): void {
  const warned = element('#warned');
  element('.address', warned).textContent = url;
  element<HTMLAnchorElement>('a', warned).href = url;
  element('form[name=unlock]').hidden = true;
  warned.hidden = false;
}

onSubmit('unlock', async ({ password }) => {
  const result = await call('unlock-link', { password: password?.value });
  const { warning, url = '' } = result.answer;
  if (result.isGood && warning) warn(url);
  else if (result.isGood) location.replace(url);
  return result;
});
onSubmit('report', ({ reason }) => call('report-link', { reason: reason?.value }));
