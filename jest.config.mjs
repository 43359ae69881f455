export default {
  rootDir: '.',
  roots: ['<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  testEnvironment: '<rootDir>/test/support/native/environment.mjs',
  testRunner: '<rootDir>/test/support/native/runner.mjs',
  globalSetup: '<rootDir>/test/support/cluster.mjs',
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  globalTeardown: '<rootDir>/test/support/cluster-end.mjs',
  // Two more than the cores of a small machine: many tests wait, for jobs, for time-outs, for processes.
  maxWorkers: 4,
  // Guards against a test that hangs; no test measures time with it. What takes half a minute takes five minutes where ten
  // processes share a processor.
  testTimeout: 600_000,
  workerIdleMemoryLimit: '1GB',
};
