import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Beside each asset what is sent to browsers that take it compressed, which is every one. */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }) {
    const assets = join(dir, 'assets');
    for (const name of await readdir(assets)) {
      const bytes = await promisify(gzip)(await readFile(join(assets, name)), { level: 9 });
      await writeFile(join(assets, `${name}.gz`), bytes);
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [compressed],
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // Nothing is inlined as data: the page's policy forbids most of it.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // Libraries mark their files for React's server, which is no matter here.
      onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
    },
  },
});
