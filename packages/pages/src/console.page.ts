import { escapeHtml, page } from './page.js';

/** Every address below /console shows these pages, so the addresses of their assets are absolute. */
const consolePage = (title: string, body: string) =>
  page({
    title,
    style: '/console/waiting.css',
    script: '/console/waiting.js',
    body: `<main class="card"><h1>${title}</h1>${body}</main>`,
  });

export const CONSOLE_WAITING_PAGE = consolePage(
  'The console is being built',
  `<p role="status">It shows up here by itself, in a few seconds. Should it take longer than a minute, nobody builds it:
<code>npm run build</code> does.</p>`,
);

/** `output`: what the build of the console has printed. */
export const consoleFailedPage = (output: string) =>
  consolePage(
    'The console could not be built',
    `<p>The service itself runs. Once the build succeeds, the console shows up here by itself.</p>
<pre tabindex="0">${escapeHtml(output)}</pre>`,
  );
