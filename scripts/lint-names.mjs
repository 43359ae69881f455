import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { filesIn } from './prepare.mjs';

/** A file with a class that Nest creates ends in one of these, and so does the class: `posts.service.ts`, `PostsService`. */
const ROLES =
  'action adapter app cli client controller export extension factory filter fulfilment gateway guard interceptor job listener ' +
  'logger mail middleware module pipe policy presenter processor provider publisher registry repository scheduler seeder ' +
  'serializer service settings store strategy subscriber validator webhook worker';
const ROLE = new RegExp(`\\.(${ROLES.replaceAll(' ', '|')})\\.ts$`);
const NEST_CLASS = /^@(?:Injectable|Controller|Module)\(/m;

/** The last column of docs/GLOSSARY.md, as parts of names. */
const REPLACED =
  'admission departed door doorkeeper farewell forget gatekeeper gathered hear interruption keeper keyholder mender news ' +
  'port pulse reception roster seat shelf told turns';
const IN_FILE = new RegExp(`(?:^|[-.])(${REPLACED.replaceAll(' ', '|')})(?=[-.])`);
const IN_CLASS = new RegExp(
  `\\b(?:class|interface|type) ((?:[A-Z]\\w*)?(?:${REPLACED.replaceAll(/\b\w/g, (letter) => letter.toUpperCase()).replaceAll(' ', '|')})(?![a-z])\\w*)`,
  'g',
);
const PRONOUN = /\b(?:he|his|him|himself)\b/i;

/** Apps follow with their kernel. */
const isCore = (file) => !file.startsWith('src/apps/');

function faultsOf(file) {
  const text = readFileSync(file, 'utf8');
  const faults = [];
  if (isCore(file)) {
    if (NEST_CLASS.test(text) && !ROLE.test(file)) faults.push('a class that Nest creates, in a file without a role');
    const [, word] = IN_FILE.exec(basename(file)) ?? [];
    if (word) faults.push(`"${word}" in the file name`);
    for (const [, name] of text.matchAll(IN_CLASS)) faults.push(`the name ${name}`);
  }
  text.split('\n').forEach((line, at) => {
    const [pronoun] = PRONOUN.exec(line) ?? [];
    if (pronoun) faults.push(`"${pronoun}" in line ${at + 1}: write "they", or name the person`);
  });
  return faults.map((fault) => `${file}: ${fault}`);
}

const faults = [...filesIn('src'), ...filesIn('packages')]
  .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.includes('/dist/') && !file.includes('node_modules'))
  .flatMap(faultsOf);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length) process.exitCode = 1;
