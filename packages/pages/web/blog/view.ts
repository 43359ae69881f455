/** How long a page is visible before it counts as read. */
const READ_MS = 2000;

const script = document.querySelector<HTMLScriptElement>('script[data-view]');

function count(): void {
  const address = `${script?.dataset.view}?r=${encodeURIComponent(document.referrer)}`;
  // Nobody can do anything about a failure.
  fetch(address, { keepalive: true, credentials: 'omit' }).catch(() => undefined);
}

/** Counts once, when the page was visible for long enough in one piece. */
export function countWhenRead(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', look);
      count();
    }, READ_MS);
  };
  document.addEventListener('visibilitychange', look);
  look();
}

// What is wider than the page is scrolled by keys too.
for (const wide of document.querySelectorAll<HTMLElement>('.text pre, .text table')) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}
if (script) countWhenRead();
