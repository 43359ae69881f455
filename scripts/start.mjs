import { buildConsoleBeside } from './console-page.mjs';
import { build, install, requireNode } from './prepare.mjs';

requireNode();
await install();
await build();
buildConsoleBeside();
// In this process, so that signals reach the server itself.
await import('../dist/main.js');
