import { build, install, requireNode } from './prepare.mjs';

requireNode();
await install();
await build();
await import('../bench/main.mjs');
