import { escapeHtml, page } from '../platform/http/page.js';
import { PAGE_STYLE } from '../platform/http/page-style.js';

const frame = (title: string, body: string) =>
  page({
    title,
    style: '/console/waiting.css',
    script: '/console/waiting.js',
    body: `<main class="card"><h1>${title}</h1>${body}</main>`,
  });

export const WAITING_PAGE = frame(
  'The console is being built',
  `<p role="status">It shows up here by itself, in a few seconds. Should it take longer than a minute, nobody builds it:
<code>npm run build</code> does.</p>`,
);

export const failedPage = (output: string) =>
  frame(
    'The console could not be built',
    `<p>The service itself runs. Once the build succeeds, the console shows up here by itself.</p>
<pre tabindex="0">${escapeHtml(output)}</pre>`,
  );

export const WAITING_STYLE = `${PAGE_STYLE}
body { display: grid; min-height: 100vh; place-items: center; padding: 1rem; }
main { width: 100%; max-width: 40rem; padding: 2rem; }
h1 { margin-bottom: 0.5rem; }
pre { overflow: auto; max-height: 50vh; font-size: 0.8125rem; }
`;

export const WAITING_SCRIPT = `setTimeout(() => location.reload(), 1500);\n`;
