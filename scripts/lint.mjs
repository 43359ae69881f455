import { install, requireNode, say, tool } from './prepare.mjs';

requireNode();
await install();

const checks = [
  ['Formatting', 'prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']],
  ['Rules', 'oxlint/bin/oxlint', ['--deny-warnings']],
  ['Names', '../scripts/lint-names.mjs', []],
  ['Types', 'typescript/bin/tsc', ['--noEmit']],
  ['Types of the console', 'typescript/bin/tsc', ['--project', 'packages/console']],
  ['Types of the pages', 'typescript/bin/tsc', ['--project', 'packages/pages']],
  ['Edges', 'dependency-cruiser/bin/dependency-cruise.mjs', ['--config', '.dependency-cruiser.mjs', 'src', 'packages']],
];
for (const [name, script, args] of checks) {
  const begun = Date.now();
  const failed = (await tool(script, args)) !== 0;
  say(`${failed ? '✗' : '✓'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  if (failed) process.exitCode = 1;
}
