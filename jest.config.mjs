import { availableParallelism } from 'node:os';

export default {
  rootDir: '.',
  roots: ['<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  testEnvironment: '<rootDir>/test/support/native/environment.mjs',
  testRunner: '<rootDir>/test/support/native/runner.mjs',
  globalSetup: '<rootDir>/test/support/cluster.mjs',
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  globalTeardown: '<rootDir>/test/support/cluster-end.mjs',
  // One for each core, because PostgreSQL works beside them: more workers take the processors from each other.
  maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
  // Guards against a test that hangs; no test measures time with it. What takes half a minute takes five minutes where ten
  // processes share a processor.
  testTimeout: 600_000,
  workerIdleMemoryLimit: '1GB',
};
