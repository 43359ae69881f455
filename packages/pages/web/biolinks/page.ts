const main = document.querySelector('main') as HTMLElement;
const { page = '', api = '' } = main.dataset;

/** Not waited for, and it outlives the page: a click often leaves it. */
const count = (id: string) =>
  void fetch(`hit/${id}?r=${encodeURIComponent(document.referrer)}`, { keepalive: true, credentials: 'omit' }).catch(
    () => undefined,
  );

/** A page that a browser prepares in advance is seen when it is shown. */
if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', () => count(page), { once: true });
else count(page);

function onClick(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const block = link?.closest<HTMLElement>('[data-block]');
  if (!link || !block || event.button > 1) return;
  count(block.dataset.block as string);
  if (!link.dataset.frame || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.replaceWith(frameOf(link));
}

function frameOf({ dataset, textContent }: HTMLAnchorElement): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = dataset.frame as string;
  frame.title = textContent;
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  // The players ask for their own cookies and, on YouTube, for the host that shows them.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation allow-popups');
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  if (['YouTube', 'Vimeo'].includes(dataset.provider ?? '')) frame.className = 'wide';
  return frame;
}

document.addEventListener('click', onClick);
document.addEventListener('auxclick', onClick);

async function send(form: HTMLFormElement): Promise<{ isGood: boolean; words: string }> {
  const given = new FormData(form);
  const text = (name: string) => (given.get(name) as string | null)?.trim() || undefined;
  try {
    const response = await fetch(`${api}submit-contact`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        block_id: form.dataset.form,
        email: text('email'),
        name: text('name'),
        message: text('message'),
        website: text('website'),
        consent: given.has('consent'),
      }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = await response.json();
    const [fault] = answer.details ?? [];
    return { isGood: response.ok, words: answer.message ?? fault?.message ?? answer.error };
  } catch {
    return { isGood: false, words: 'The server cannot be reached. Try again in a moment.' };
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button') as HTMLButtonElement;
    const status = form.querySelector('.status') as HTMLElement;
    button.disabled = true;
    const { isGood, words } = await send(form);
    button.disabled = false;
    status.textContent = words;
    if (isGood) form.reset();
  });
}
