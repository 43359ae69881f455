import { Environment } from '../../../platform/config/environment.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AnswerReader, type ProviderAnswer } from './provider-answer.js';
import { CUT_OFF, ProviderFailure, REFUSED, SILENT } from './provider-failure.js';

export interface Message {
  role: 'system' | 'user';
  content: string;
}

export const NOT_CONFIGURED = 'AI provider not configured';

/**
 * The AI endpoint of the operator. Its address comes from the configuration alone, so it may be in the operator's own
 * network. Neither its key nor what is asked is logged.
 */
@AppProvider()
export class ProviderService {
  constructor(private readonly environment: Environment) {}

  get isConfigured(): boolean {
    return this.environment.ai.provider !== undefined;
  }

  get monthlyTokens(): number {
    return this.environment.ai.monthlyTokens;
  }

  expectConfigured(): void {
    if (!this.isConfigured) throw new Refusal(503, NOT_CONFIGURED);
  }

  /** `stop` ends the transfer. Throws a ProviderFailure. */
  async ask(messages: Message[], stop: AbortSignal): Promise<ProviderAnswer> {
    const { provider } = this.environment.ai;
    if (!provider) throw new ProviderFailure(REFUSED, false);
    const late = AbortSignal.timeout(provider.timeoutSeconds * 1000);
    const reader = new AnswerReader(provider.model);
    try {
      const response = await fetch(`${provider.base}/chat/completions`, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([late, stop]),
        headers: {
          'Content-Type': 'application/json',
          Accept: 'text/event-stream, application/json',
          ...(provider.key && { Authorization: `Bearer ${provider.key}` }),
        },
        body: JSON.stringify({
          model: provider.model,
          messages,
          max_tokens: provider.outputTokens,
          ...(provider.streams && { stream: true, stream_options: { include_usage: true } }),
        }),
      });
      if (!response.ok) throw await refusalOf(response);
      return await reader.read(response);
    } catch (error) {
      throw failureOf(error, reader.partial, late.aborted);
    }
  }
}

async function refusalOf(response: Response): Promise<ProviderFailure> {
  await response.body?.cancel();
  const isPassing = response.status === 429 || response.status >= 500;
  return new ProviderFailure(isPassing ? SILENT : REFUSED, isPassing);
}

/** A transfer that breaks after its beginning was cut off. One that took too long did not answer. */
function failureOf(error: unknown, partial: string, isLate: boolean): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  return partial && !isLate ? new ProviderFailure(CUT_OFF, false, partial) : new ProviderFailure(SILENT, true, partial);
}
