import { checkUrl, masked, type Reader, refusal } from './reader.js';

/** An endpoint that speaks the OpenAI protocol of chat completions. */
export interface AiProvider {
  /** Without a slash at its end. */
  base: string;
  key?: string;
  model: string;
  timeoutSeconds: number;
  /** The longest answer that is asked for. */
  outputTokens: number;
  /** Whether answers are asked for piece by piece. */
  streams: boolean;
}

export interface AiSettings {
  /** Undefined means that there is none. */
  provider?: AiProvider;
  /** What of a long text is sent at once. */
  partTokens: number;
  /** What the runs of one user may use in a month. */
  monthlyTokens: number;
}

export const aiSettings = (reader: Reader): AiSettings => ({
  provider: aiProvider(reader),
  partTokens: reader.whole('AI_PART_TOKENS', 12_000, 500, 1_000_000),
  monthlyTokens: reader.whole('AI_MONTHLY_TOKENS', 500_000, 0, 2_000_000_000),
});

/** Both an address and a model make a provider. */
function aiProvider(reader: Reader): AiProvider | undefined {
  const base = address(reader.text('AI_BASE_URL'));
  const model = reader.text('AI_MODEL');
  const options = {
    key: key(reader.text('AI_API_KEY')),
    timeoutSeconds: reader.whole('AI_TIMEOUT_SECONDS', 60, 1, 120),
    outputTokens: reader.whole('AI_OUTPUT_TOKENS', 4_096, 16, 1_000_000),
    streams: reader.flag('AI_STREAM', true),
  };
  return base && model ? { base, model, ...options } : undefined;
}

function address(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = checkUrl('AI_BASE_URL', given, ['http', 'https']);
  if (url.search || url.hash || url.username || url.password)
    throw refusal(
      'AI_BASE_URL',
      masked(given),
      'an address without a name, ? and #, such as https://ai.example.com/v1',
    );
  return url.href.replace(/\/{1,20}$/, '');
}

function key(given: string | undefined): string | undefined {
  if (given === undefined || /^[\x21-\x7e]+$/.test(given)) return given;
  throw refusal('AI_API_KEY', '***', 'letters, digits and signs without spaces');
}
