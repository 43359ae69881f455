import { buildConsoleBeside } from './console-page.mjs';
import { build, install, requireNode } from './prepare.mjs';

requireNode();
await install();
await build();
buildConsoleBeside();
// In this very process: signals, and whoever kills it, meet the server itself.
await import('../dist/main.js');
