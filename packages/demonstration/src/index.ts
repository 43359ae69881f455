export { insertAccounts } from './accounts.js';
export { DemonstrationNetwork } from './network.js';
