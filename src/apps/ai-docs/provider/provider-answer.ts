import { estimateTokens } from '../extract/code-points.js';
import { CUT_OFF, EMPTY, ProviderFailure } from './provider-failure.js';

const MOST_BYTES = 1024 * 1024;

export interface ProviderAnswer {
  text: string;
  model: string;
  input_tokens?: number;
  output_tokens: number;
}

interface Choice {
  finish_reason?: unknown;
  message?: { content?: unknown };
  delta?: { content?: unknown };
}
interface Piece {
  model?: unknown;
  choices?: unknown;
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
}

/** Reads an answer of chat completions: one JSON object, or a stream of events. */
export class AnswerReader {
  private said = '';
  private model: string;
  private finish: unknown;
  private usage: Piece['usage'];
  private ended = false;

  constructor(asked: string) {
    this.model = asked;
  }

  /** What has arrived so far. */
  get partial(): string {
    return storable(this.said);
  }

  async read(response: Response): Promise<ProviderAnswer> {
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    const decoder = new TextDecoder();
    let buffer = '';
    let bytes = 0;
    for await (const part of response.body ?? []) {
      bytes += part.byteLength;
      if (bytes > MOST_BYTES) throw new ProviderFailure(CUT_OFF, false, this.partial);
      buffer += decoder.decode(part, { stream: true });
      if (isStream) buffer = this.takeLines(buffer);
    }
    if (isStream) this.takeLines(`${buffer}\n`);
    else this.take(buffer);
    return this.answer(isStream);
  }

  private takeLines(buffer: string): string {
    const lines = buffer.split('\n');
    const rest = lines.pop() as string;
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const data = line.slice('data:'.length).trim();
      if (data === '[DONE]') this.ended = true;
      else this.take(data);
    }
    return rest;
  }

  private take(json: string): void {
    const piece = parsed(json);
    if (!piece) return;
    if (typeof piece.model === 'string' && piece.model) this.model = piece.model;
    if (piece.usage) this.usage = piece.usage;
    const choice = (Array.isArray(piece.choices) ? piece.choices[0] : undefined) as Choice | undefined;
    const said = choice?.delta?.content ?? choice?.message?.content;
    if (typeof said === 'string') this.said += said;
    if (choice?.finish_reason) this.finish = choice.finish_reason;
  }

  private answer(isStream: boolean): ProviderAnswer {
    const text = this.partial.trim();
    const isWhole = this.finish === 'stop' || (this.finish === undefined && (this.ended || !isStream));
    if (!isWhole && (text || isStream)) throw new ProviderFailure(text || !this.finish ? CUT_OFF : EMPTY, false, text);
    if (!text) throw new ProviderFailure(EMPTY, false);
    return {
      text,
      model: storable(this.model).slice(0, 200),
      input_tokens: whole(this.usage?.prompt_tokens),
      output_tokens: whole(this.usage?.completion_tokens) ?? estimateTokens(text),
    };
  }
}

/** PostgreSQL stores neither NUL nor half of a character, of which two pieces may have a half each. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

const MOST_TOKENS = 100_000_000;
const whole = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS ? value : undefined;

function parsed(json: string): Piece | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
