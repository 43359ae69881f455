import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { actionFile } from './make/action.mjs';
import { appFiles } from './make/app.mjs';
import { orderFiles } from './make/orders.mjs';
import { install, requireNode, say } from './prepare.mjs';

const USAGE = `npm run make:app -- <slug> [--name 'Its Name'] [--payments]
npm run make:action -- <slug> <action> [--access public|authenticated|owner|admin]`;
const WORDS = /^[a-z]+(-[a-z]+)*$/;
const ACCESS = ['public', 'authenticated', 'owner', 'admin'];
const CATALOGUE = 'src/apps/catalogue.ts';
const FIRST_MIGRATION = 1790000030000;

class Wrong extends Error {}

const pascal = (words) => words.replace(/(^|-)([a-z])/g, (_, _hyphen, letter) => letter.toUpperCase());
const snake = (words) => words.replaceAll('-', '_');
const title = (words) => pascal(words).replace(/\B[A-Z]/g, ' $&');
const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1).replaceAll('-', ' ');

async function makeApp(slug, { name, payments = false }) {
  wordsOnly(slug, 'A slug');
  const folder = `src/apps/${slug}`;
  if (existsSync(folder)) throw new Wrong(`${folder} is there already`);
  const catalogue = readFileSync(CATALOGUE, 'utf8');
  const app = {
    slug,
    name: JSON.stringify(name ?? title(slug)),
    Class: pascal(slug),
    prefix: snake(slug),
    schema: `ext_${snake(slug)}`,
    stamp: nextMigration(),
    payments,
    paid: (words) => (payments ? words : ''),
  };
  const files = { ...appFiles(app), ...(payments && orderFiles(app)) };
  await write(files);
  await write({
    [CATALOGUE]: listed(catalogue, 'CATALOGUE: Type[] = [', `${app.Class}App`, `./${slug}/${slug}.app.js`),
  });
  say(`Made ${Object.keys(files).length} files of the app ${slug}, and its line in ${CATALOGUE}. Next:
  UPDATE_SNAPSHOTS=1 npm test -- drift counts      the reference, the schema and the manifests, written anew
  npm test -- test/apps/${slug} test/contract      its tests, and those that every app has
  npm run make:action -- ${slug} <action>          another action
  docs/apps.md                                     how to go on`);
}

async function makeAction(slug, action, { access = 'authenticated' }) {
  wordsOnly(action, 'An action');
  if (!ACCESS.includes(access)) throw new Wrong(`Access is one of ${ACCESS.join(', ')}`);
  const folder = `src/apps/${slug}`;
  const appFile = `${folder}/${slug}.app.ts`;
  if (!WORDS.test(slug) || !existsSync(appFile)) throw new Wrong(`There is no ${appFile}`);
  const path = `${folder}/actions/${action}.action.ts`;
  if (existsSync(path)) throw new Wrong(`${path} is there already`);
  const target = access === 'owner' ? targetOf(folder, action) : undefined;
  const Class = pascal(action);
  const app = readFileSync(appFile, 'utf8');
  const withAction = listed(app, 'actions: [', Class, `./actions/${action}.action.js`);
  await write({
    [path]: actionFile({ action, Class, access, target, words: sentence(action) }),
    [appFile]: withAction,
  });
  say(`Made ${path}, and its line in ${appFile}. Next: its input, its result and what it does.`);
}

function wordsOnly(name, what) {
  if (!WORDS.test(name ?? '')) throw new Wrong(`${what} is words of small letters with hyphens between\n${USAGE}`);
}

/** The entity that the action's last word names, or the first. */
function targetOf(folder, action) {
  const noun = action.split('-').at(-1);
  const entities = existsSync(`${folder}/entities`)
    ? readdirSync(`${folder}/entities`)
        .filter((file) => file.endsWith('.entity.ts'))
        .sort()
    : [];
  const file = entities.find((one) => one.endsWith(`${noun}.entity.ts`)) ?? entities[0];
  if (!file) throw new Wrong(`An action for an owner needs an entity in ${folder}/entities`);
  const [, entity] = /export class (\w+)/.exec(readFileSync(`${folder}/entities/${file}`, 'utf8')) ?? [];
  return { entity, file: file.replace(/\.ts$/, '.js'), by: `${snake(noun)}_id`, thing: title(noun) };
}

/** The text with one more in its list, and the import of that after those before it. */
function listed(text, list, name, from) {
  const begins = text.indexOf(list) + list.length;
  const ends = text.indexOf(']', begins);
  if (begins < list.length || ends < 0) throw new Wrong(`There is no list '${list}…]' to add ${name} to`);
  const others = text.slice(begins, ends).trim().replace(/,$/, '');
  const items = [others, name].filter(Boolean).join(', ');
  const head = text.slice(0, begins);
  let at = 0;
  for (const { 0: line, 1: path, index } of head.matchAll(/^.* from '(\.\/.*)';\n/gm)) {
    if (path < from) at = index + line.length;
  }
  return `${head.slice(0, at)}import { ${name} } from '${from}';\n${head.slice(at)}${items}${text.slice(ends)}`;
}

function nextMigration() {
  const stamps = readdirSync('src', { recursive: true }).map((path) =>
    Number(/migrations[/\\](\d{13})-[\w-]+\.ts$/.exec(path)?.[1] ?? FIRST_MIGRATION),
  );
  return Math.floor(Math.max(FIRST_MIGRATION, ...stamps) / 100) * 100 + 100;
}

async function write(files) {
  const { format, resolveConfig } = await import('prettier');
  const style = await resolveConfig(CATALOGUE);
  for (const [path, text] of Object.entries(files)) {
    const formatted = await format(text, { ...style, filepath: path });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, formatted);
  }
}

requireNode();
await install();
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, payments: { type: 'boolean' }, access: { type: 'string' } },
  });
  const [what, slug, action] = positionals;
  if (what === 'app') await makeApp(slug, values);
  else if (what === 'action') await makeAction(slug, action, values);
  else throw new Wrong(USAGE);
} catch (error) {
  if (!(error instanceof Wrong) && error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
  say(error.message);
  process.exitCode = 1;
}
