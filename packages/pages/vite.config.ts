import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = join(import.meta.dirname, 'web');

/** Every page and every asset that a template in `src` refers to. A new page adds its file here. */
const ENTRIES = [
  'verify-email.html',
  'reset-password.html',
  'pages/account.ts',
  'pages/notice.css',
  'dev/realtime.html',
  'dev/realtime.ts',
  'dev/realtime-client.ts',
  'dev/mailbox.ts',
  'console/waiting.ts',
  'docs.html',
  'blog/blog.css',
  'blog/view.ts',
  'documents/shared.ts',
  'filerequests/upload.ts',
  'certificates/proof.css',
  'certificates/claim.ts',
  'esignatures/signing.ts',
  'esignatures/verify.ts',
  'invoicing/invoice.ts',
  'links/links.ts',
  'analytics/script.ts',
  'analytics/share.css',
  'biolinks/page.ts',
  'biolinks/page.css',
  'pixels/pixels.ts',
  'sandbox/sandbox.ts',
];

/** `<!-- part: head.html -->` in a page stands for the file in `web/parts`. */
const parts: Plugin = {
  name: 'parts',
  transformIndexHtml: {
    order: 'pre',
    handler: (page) =>
      page.replace(/ *<!-- part: ([\w-]+\.html) -->\n/g, (_, name: string) =>
        readFileSync(join(root, 'parts', name), 'utf8'),
      ),
  },
};

/** A built file has the folder and the name of its source, because pages and tests refer to these addresses. */
export default defineConfig({
  root,
  base: './',
  plugins: [parts],
  build: {
    target: 'es2023',
    outDir: '../dist/web',
    emptyOutDir: true,
    // The Content-Security-Policy of the pages refuses inline scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((path) => [path.replace(/\.ts$/, ''), join(root, path)])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: ({ originalFileNames: [source = ''] }) => source.replace(/\.ts$/, '.css'),
      },
    },
  },
});
