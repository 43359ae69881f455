import { parentPort, workerData } from 'node:worker_threads';
import { Censors, type Cleaned, isPattern, type StoredCensor } from './censors.js';

export interface CensorRequest {
  text: string;
  /** Replaces the stored censors for this text: a preview. */
  censor?: StoredCensor;
}

export type CensorReply = { skipped: string[] } | { isPattern: false } | Cleaned;

/** First the thread posts the ids of censors that it had to skip, then a reply to each request. */
const censors = new Censors(workerData as StoredCensor[]);
const reply = (message: CensorReply) => parentPort?.postMessage(message, []);

parentPort?.on('message', ({ text, censor }: CensorRequest) => {
  if (!censor) reply(censors.clean(text));
  else reply(isPattern(censor.pattern) ? new Censors([censor]).clean(text) : { isPattern: false });
});
reply({ skipped: censors.skipped });
