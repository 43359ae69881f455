/** An event as it is transported: a log entry, or a hint without epoch and seq. */
export interface Envelope {
  stream: string;
  epoch?: string;
  seq?: number;
  type: string;
  /** ISO 8601. */
  at: string;
  actor_id: string | null;
  /** JSON, exactly as it was written. */
  data: string;
}

/** An event of the log. */
export type Logged = Envelope & { epoch: string; seq: number };

/** The JSON that clients see, without the opening brace, so that a caller can put `op` in front. */
export function bodyOf({ stream, epoch, seq, type, at, actor_id, data }: Envelope): string {
  const position = seq === undefined ? '' : `"epoch":"${epoch}","seq":${seq},`;
  return `"stream":${JSON.stringify(stream)},${position}"type":"${type}","at":"${at}","actor_id":${JSON.stringify(actor_id)},"data":${data}}`;
}

export const positionOf = ({ stream, epoch, seq }: Pick<Envelope, 'stream' | 'epoch' | 'seq'>) =>
  `${stream};${epoch};${seq}`;
