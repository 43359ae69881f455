/** For callers that run PostgreSQL's programs themselves, such as a test that promotes a standby. */
export { installedBinaries } from './binaries.js';
export { DataDirectory } from './data-directory.js';
export { chooseRunner } from './lesser-user.js';
export { freePort } from './postmaster.js';
