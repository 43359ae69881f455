import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { concatTransformationMatrix, drawObject, PDFDocument } from 'pdf-lib';
import pg from 'pg';
import { callers, post } from '../network/callers.mjs';
import { figuresRow } from '../report.mjs';

export const name = 'seal';

const PAGE = [595, 842];
/** Of the image on each page, in grey: 200 of them are just below 25 MiB, as much as a document may have. */
const IMAGE = { Width: 400, Height: 325 };
const BOX = { x: 0.1, y: 0.9, width: 0.3, height: 0.05 };
const CLIENT = { name: 'Client', email: 'client@example.com' };
const EVERY_MS = 5;
const LONGEST_MS = 60_000;

/** How long a large document is sealed after the last signature, and how long other requests take meanwhile. */
export async function figures({ here, environment, sizes, rounds, warmUp }) {
  const { sealedPages: pages } = sizes;
  const [sender] = await callers(here, 1);
  for (const slug of ['documents', 'esignatures']) await post(here, sender, '/v1/apps/install', { slug });
  const bytes = await scan(pages);
  const document = await store(here, sender, bytes);
  const sealings = [];
  const healths = { quiet: [], sealing: [] };
  const database = new pg.Client(environment.DATABASE_URL);
  await database.connect();
  try {
    for (let round = warmUp ? 0 : 1; round <= rounds; round++) {
      const envelope = await signed(here, sender, document, pages);
      const sealing = await beside(here, isSealed(database, envelope));
      const quiet = await beside(here, sleep(sealing.ms));
      if (!round) continue;
      sealings.push({ p50: sealing.ms, p99: sealing.ms, perSecond: 1_000 / sealing.ms });
      healths.sealing.push(sealing.health);
      healths.quiet.push(quiet.health);
      const longest = [sealing, quiet].map(({ health }) => `${health.p99.toFixed(1)} ms`);
      const took = `${(sealing.ms / 1_000).toFixed(2)} s`;
      console.log(
        `seal       round ${round}   ${took}   longest request ${longest[0]}, without a sealing ${longest[1]}`,
      );
    }
  } finally {
    await database.end();
  }
  const about = `${pages} pages of ${(bytes.length / 2 ** 20).toFixed(1)} MiB`;
  return [
    figuresRow('seal', `here, ${about}`, sealings),
    figuresRow('', 'here, other requests meanwhile, longest as p99', healths.sealing),
    figuresRow('', 'here, without a sealing, longest as p99', healths.quiet),
  ];
}

/** Pages as a scanner makes them: images that cannot be compressed. */
async function scan(pages) {
  const made = await PDFDocument.create();
  for (let n = 0; n < pages; n++) {
    const page = made.addPage(PAGE);
    const kind = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray', BitsPerComponent: 8 };
    const image = made.context.stream(randomBytes(IMAGE.Width * IMAGE.Height), { ...kind, ...IMAGE });
    const key = page.node.newXObject('Scan', made.context.register(image));
    page.pushOperators(concatTransformationMatrix(PAGE[0], 0, 0, PAGE[1], 0, 0), drawObject(key));
  }
  return made.save();
}

async function store(here, sender, bytes) {
  const documents = (action, body) => post(here, sender, `/v1/apps/documents/${action}`, body);
  const about = { name: 'scan.pdf', content_type: 'application/pdf', size_bytes: bytes.length };
  const { upload } = await documents('start-upload', about);
  const { ok, status } = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
  if (!ok) throw new Error(`the upload was answered ${status}`);
  return (await documents('complete-upload', { upload_id: upload.id })).document.id;
}

/** An envelope that was just signed: one field on each page. */
async function signed(here, sender, document, pages) {
  const call = (action, body) => post(here, sender, `/v1/apps/esignatures/${action}`, body);
  const fields = Array.from({ length: pages }, (_, n) => ({
    document: 0,
    type: n === pages - 1 ? 'signature' : 'initials',
    page: n + 1,
    ...BOX,
  }));
  const drafted = { title: 'Scan', document_ids: [document], signers: [{ ...CLIENT, fields }] };
  const { id } = (await call('create-envelope', drafted)).envelope;
  const { links } = await call('send-envelope', { envelope_id: id });
  const token = links[0].url.split('/').at(-1);
  const { content_hash } = await call('open-envelope', { token });
  const signature = { kind: 'typed', text: 'A. Client', initials: 'AC' };
  await call('respond-envelope', { token, decision: 'sign', consent: true, content_hash, signature });
  return id;
}

async function isSealed(database, id) {
  for (const begun = performance.now(); performance.now() - begun < LONGEST_MS; await sleep(EVERY_MS)) {
    const { rows } = await database.query('SELECT status FROM ext_esignatures.envelopes WHERE id = $1', [id]);
    if (rows[0].status === 'completed') return;
  }
  throw new Error(`the envelope was not sealed within ${LONGEST_MS / 1_000} s`);
}

/** Until the work is done: one request after the other on a connection of its own. */
async function beside({ base }, work) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken = [];
  const state = { isDone: false };
  const begun = performance.now();
  const until = work.finally(() => (state.isDone = true));
  while (!state.isDone) {
    taken.push(await timeOf(base, agent));
    await sleep(EVERY_MS);
  }
  await until;
  agent.destroy();
  const ms = performance.now() - begun;
  const sorted = taken.toSorted((a, b) => a - b);
  const perSecond = (taken.length * 1_000) / ms;
  return { ms, health: { p50: sorted[Math.floor(sorted.length / 2)], p99: sorted.at(-1), perSecond } };
}

function timeOf(base, agent) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(`${base}/v1/health`, { agent }, (response) =>
      response.resume().once('end', () => resolve(performance.now() - begun)),
    );
    request.once('error', reject);
  });
}
