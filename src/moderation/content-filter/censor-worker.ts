import { parentPort, workerData } from 'node:worker_threads';
import { Censors, type Cleaned, type StoredCensor } from './censors.js';

export type Said = { skipped: string[] } | Cleaned;

/** The thread: says which censors it had to skip, then answers each text with the text to keep. */
const censors = new Censors(workerData as StoredCensor[]);
const say = (said: Said) => parentPort?.postMessage(said, []);

parentPort?.on('message', (text: string) => say(censors.clean(text)));
say({ skipped: censors.skipped });
