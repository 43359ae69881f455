import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildConsoleBeside } from './console-page.mjs';
import { build, install, isBuilt, requireNode, run, say, SOURCES } from './prepare.mjs';

const QUIET_FOR = 150;

requireNode();
await install();
await build();
buildConsoleBeside();

let server = start();
let lastChange = 0;
let isRestarting = false;
let isEnding = false;
for (const folder of SOURCES) {
  watch(folder, { recursive: true }, () => {
    lastChange = Date.now();
    if (!isRestarting) void restart();
  });
}
let changedConsole;
watch('packages/console', { recursive: true }, () => {
  clearTimeout(changedConsole);
  changedConsole = setTimeout(buildConsoleBeside, QUIET_FOR);
});
process.on('SIGINT', end).on('SIGTERM', end);

function start() {
  // Should this process be killed, the channel closes, and the server ends too instead of keeping the port.
  const endWithUs = `data:text/javascript,process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'))`;
  const child = spawn(process.execPath, ['--import', endWithUs, 'dist/main.js'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Otherwise Ctrl-C reaches it beside our own signal, and a second signal ends the server at once.
    detached: true,
  });
  child.once('exit', (code) => {
    if (code) say(`The server has ended (${code}); waiting for a change …`);
  });
  return child;
}

async function stop() {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function restart() {
  isRestarting = true;
  let seen;
  do {
    while (Date.now() - lastChange < QUIET_FOR) await sleep(QUIET_FOR);
    seen = lastChange;
    // By a process of its own, because a build that fails ends its process: then the old server goes on.
    if (isBuilt() || (await run(['scripts/build.mjs', 'server'])) !== 0) continue;
    await stop();
    if (!isEnding) server = start();
  } while (seen !== lastChange);
  isRestarting = false;
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  await stop();
  process.exit(0);
}
