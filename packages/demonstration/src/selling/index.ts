import type { Pool } from 'pg';
import { AI_DOCS } from '../pages/ai-docs.js';
import { ANALYTICS } from '../pages/analytics.js';
import { BIOLINKS } from '../pages/biolinks.js';
import { BLOGS } from '../pages/blog.js';
import { DOCUMENT_FOLDERS } from '../pages/documents.js';
import { CERTIFICATES } from '../pages/certificates.js';
import { DOMAINS } from '../pages/domains.js';
import { ENVELOPES } from '../pages/esignatures.js';
import { FILE_REQUESTS } from '../pages/filerequests.js';
import { INVOICES } from '../pages/invoicing.js';
import { PIXELS } from '../pages/pixels.js';
import { CODES } from '../pages/qr.js';
import { TIME_ENTRIES } from '../pages/timetracking.js';
import { WORKFLOW_RUNS } from '../pages/workflows.js';
import { inBatches } from '../progress.js';
import { countMade, inTransaction } from '../transaction.js';
import { AFFILIATES } from './affiliates.js';
import { BUNDLES } from './bundles.js';
import { EVENTS } from './events.js';
import { LIVE_SESSIONS } from './live-sessions.js';
import { SUBSCRIPTIONS } from './subscriptions.js';

const USERS_OF_A_SELLER = 100;
const BATCH = 50;

/** What each statement counts, in words. */
const APPS: [rows: string, statement: string][] = [
  ['bookings', LIVE_SESSIONS],
  ['subscriptions', SUBSCRIPTIONS],
  ['bundle sales', BUNDLES],
  ['tickets', EVENTS],
  ['commissions', AFFILIATES],
  ['QR codes', CODES],
  ['certificates', CERTIFICATES],
  ['page views and clicks', BIOLINKS],
  ['domains', DOMAINS],
  ['blog posts', BLOGS],
  ['events of pixels', PIXELS],
  ['events of sites', ANALYTICS],
  ['folders', DOCUMENT_FOLDERS],
  ['file requests', FILE_REQUESTS],
  ['envelopes', ENVELOPES],
  ['AI docs', AI_DOCS],
  ['invoices', INVOICES],
  ['entries of time', TIME_ENTRIES],
  ['workflows', WORKFLOW_RUNS],
];

/** What one seller for every hundred accounts sells in each of the selling apps. Returns what was added, in words. */
export async function insertSales(pool: Pool, users: number, now: Date): Promise<string> {
  const sellers = Math.ceil(users / USERS_OF_A_SELLER);
  const added = [];
  for (const [rows, statement] of APPS) {
    const made = await inBatches(`sellers of ${rows}`, sellers, BATCH, (from, to) =>
      inTransaction(pool, (run) => countMade(run, statement, [from, to, users, now])),
    );
    added.push(`${made} ${rows}`);
  }
  return added.join(', ');
}
