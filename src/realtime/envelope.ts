/** An event on its way: what the log keeps of it, or a hint without epoch and seq. */
export interface Envelope {
  stream: string;
  epoch?: string;
  seq?: number;
  type: string;
  /** ISO 8601 */
  at: string;
  actor_id: string | null;
  /** JSON, as it was written. */
  data: string;
}

/** One that stands in the log. */
export type Logged = Envelope & { epoch: string; seq: number };

/** As clients see it, but for the brace and the `op` that a frame begins with. */
export function bodyOf({ stream, epoch, seq, type, at, actor_id, data }: Envelope): string {
  const position = seq === undefined ? '' : `"epoch":"${epoch}","seq":${seq},`;
  return `"stream":${JSON.stringify(stream)},${position}"type":"${type}","at":"${at}","actor_id":${JSON.stringify(actor_id)},"data":${data}}`;
}

export const positionOf = ({ stream, epoch, seq }: Pick<Envelope, 'stream' | 'epoch' | 'seq'>) =>
  `${stream};${epoch};${seq}`;
