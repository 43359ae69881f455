/** NestJS 12 is published as ES modules, so the tests run as such; `npm test` sets the flag that this needs. */
export default {
  rootDir: '.',
  roots: ['<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  globalSetup: '<rootDir>/test/support/cluster.mjs',
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  globalTeardown: '<rootDir>/test/support/cluster-end.mjs',
  // One more than the cores of a small machine: many tests wait, for jobs, for time-outs, for processes.
  maxWorkers: 3,
  testTimeout: 20_000,
  workerIdleMemoryLimit: '1GB',
};
