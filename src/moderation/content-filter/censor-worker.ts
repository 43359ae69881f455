import { parentPort, workerData } from 'node:worker_threads';
import { isPattern } from './censor-pattern.js';
import { Censors, type Cleaned, type StoredCensor } from './censors.js';

export interface Asked {
  text: string;
  /** In the place of those that hold: what it would make of the text, if its pattern is one. */
  censor?: StoredCensor;
}

export type Said = { skipped: string[] } | { isPattern: false } | Cleaned;

/** The thread: says which censors it had to skip, then answers each text with the text to keep. */
const censors = new Censors(workerData as StoredCensor[]);
const say = (said: Said) => parentPort?.postMessage(said, []);

parentPort?.on('message', ({ text, censor }: Asked) => {
  if (!censor) say(censors.clean(text));
  else say(isPattern(censor.pattern) ? new Censors([censor]).clean(text) : { isPattern: false });
});
say({ skipped: censors.skipped });
