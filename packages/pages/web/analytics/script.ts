/**
 * The script that owners paste into their sites. It stores nothing in the browser. It is one function, because a script
 * that is no module shares its names with the whole page.
 */
((page: Window & typeof globalThis, document: Document): void => {
  type Props = Record<string, string | number | boolean>;
  const script = document.currentScript as HTMLScriptElement | null;
  if (!script) return;
  const endpoint = new URL('../collect-event', script.src);
  const site_key = script.dataset.site;
  const { location, history } = page;
  let shown = '';
  let referrer = document.referrer;

  const isIgnored = (): boolean => {
    try {
      return page.localStorage.getItem('analytics_ignore') !== null;
    } catch {
      return false;
    }
  };

  const send = (event: { name?: string; props?: Props; referrer?: string }): void => {
    if (isIgnored()) return;
    const url = location.href.slice(0, 2048);
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ site_key, url, ...event }),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => undefined);
  };

  /** Another fragment is the same page. */
  const view = (): void => {
    const now = location.pathname + location.search;
    if (now === shown) return;
    shown = now;
    send({ referrer: referrer.slice(0, 2048) });
    referrer = '';
  };

  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name];
    history[name] = (...given) => {
      change.apply(history, given);
      view();
    };
  }
  page.addEventListener('popstate', view);
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    shown = '';
    view();
  });

  Object.assign(page, {
    analytics: { track: (name: string, props?: Props) => send({ name, props }) },
  });
  // A page that is loaded in advance may never be seen.
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', view, { once: true });
  } else {
    view();
  }
})(window, document);
