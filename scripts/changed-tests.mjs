import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { filesIn } from './prepare.mjs';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * The specs that a change is likely to break: those that were changed or load what was changed, and those about the nouns
 * of the changed files and of the files that import them. `since`: a commit, for what was committed after it as well.
 */
export function changedSpecs(since = 'HEAD') {
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
  const sources = [...filesIn('src'), ...filesIn('test')].filter((file) => file.endsWith('.ts'));
  const importers = importersOf(sources);
  const specs = sources.filter((file) => file.endsWith('.spec.ts'));
  const reached = new Set(changed.flatMap((file) => [file, ...testsThatLoad(file, importers)]));
  const near = changed.flatMap((file) => importers.get(file) ?? []);
  const about = new Set([
    ...changed.flatMap((file) => specsAbout(file, specs, { isChanged: true })),
    ...near.flatMap((file) => specsAbout(file, specs, { isChanged: false })),
  ]);
  return specs.filter((spec) => reached.has(spec) || about.has(spec));
}

/** Modules import everything, so they lead nowhere. */
function importersOf(files) {
  const importers = new Map();
  for (const file of files.filter((name) => !/\.(module|app)\.ts$/.test(name))) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) {
      const imported = `${normalize(join(dirname(file), path))}.ts`;
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

/** Specs and their helpers in `test` that load the file, directly or by a helper. */
function testsThatLoad(file, importers, seen = new Set()) {
  for (const importer of importers.get(file) ?? []) {
    if (seen.has(importer) || !importer.startsWith('test/') || importer.startsWith('test/support/')) continue;
    seen.add(importer);
    testsThatLoad(importer, importers, seen);
  }
  return seen;
}

/**
 * For `src/social/posts/feed.service.ts` the specs of `test/social` with `post` or `feed` in their names. For a changed
 * file all of the folder if there are none, or if it is an app's. A change of the platform reaches everything: `npm test`.
 */
function specsAbout(file, specs, { isChanged }) {
  const [, area, slug = ''] = /^src\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  const isApp = area === 'apps' && existsSync(`test/apps/${slug}`);
  const folder = isApp ? `test/apps/${slug}` : `test/${area}`;
  const all = specs.filter((spec) => dirname(spec) === folder);
  const nouns = file
    .split('/')
    .slice(2)
    .map((part) => part.split(/[.-]/)[0].replace(/s$/, ''));
  const named = all.filter((spec) => nouns.some((noun) => basename(spec).includes(noun)));
  const isWhole = isChanged && (isApp || (!named.length && area !== 'platform'));
  return isWhole ? all : named;
}
