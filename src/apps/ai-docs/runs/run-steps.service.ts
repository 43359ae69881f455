import { Environment } from '../../../platform/config/environment.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Length } from '../ai-docs.inputs.js';
import { AiDocsSettings } from '../ai-docs.settings.js';
import type { Run } from '../entities/run.entity.js';
import * as prompts from '../provider/prompts.js';
import type { Message } from '../provider/provider.service.js';
import { DocRepository } from '../writing/doc.repository.js';
import { RevisionRepository } from '../writing/revision.repository.js';
import { type Answer, answerOf } from './answer-text.js';
import { partsOf } from './parts.js';

/** A question to the provider. */
export interface Step {
  messages: Message[];
  isLast: boolean;
}

const CONTEXT = 4_000;
const CHARACTERS_A_TOKEN = 4;

/** What is sent to the provider, and what comes of it. */
@AppProvider()
export class RunStepsService {
  constructor(
    private readonly docs: DocRepository,
    private readonly revisions: RevisionRepository,
    private readonly settings: AppSettings,
    private readonly environment: Environment,
  ) {}

  /** Undefined: the text is no longer there, or may not be sent any more. */
  async next(run: Run): Promise<Step | undefined> {
    const { use_provider } = await this.settings.of(AiDocsSettings, run.owner_id);
    if (!use_provider || !(await this.docs.areAllowed(run.source_doc_ids))) return undefined;
    switch (run.operation) {
      case 'generate':
        return { messages: await this.generation(run.owner_id, run.input as unknown as GenerateInput), isLast: true };
      case 'rewrite':
        return { messages: prompts.rewriting(run.input as unknown as prompts.RewriteWish), isLast: true };
      case 'ask':
        return { messages: prompts.answering(run.input.question as string, run.state.passages ?? []), isLast: true };
      case 'summarize':
        return this.summary(run);
    }
  }

  result(run: Run, said: string): Answer {
    if (run.operation === 'ask') return answerOf(said, run.state.passages ?? []);
    return { output: said, citations: [], reason: null };
  }

  async generation(ownerId: string, input: GenerateInput): Promise<Message[]> {
    const sourceIds = input.source_doc_ids ?? [];
    const docs = await this.docs.textsOf(
      [...new Set([...sourceIds, ...(input.doc_id ? [input.doc_id] : [])])],
      ownerId,
    );
    const most = Math.floor(this.partCharacters / Math.max(sourceIds.length, 1));
    const sources = docs
      .filter(({ id }) => sourceIds.includes(id))
      .map((doc) => ({ ...doc, body: doc.body.slice(0, most) }));
    const into = docs.find(({ id }) => id === input.doc_id);
    return prompts.generation(input, sources, input.place === 'replace' ? undefined : into?.body.slice(-CONTEXT));
  }

  parts(body: string): string[] {
    return partsOf(body, this.partCharacters);
  }

  private get partCharacters(): number {
    return this.environment.ai.partTokens * CHARACTERS_A_TOKEN;
  }

  private async summary(run: Run): Promise<Step | undefined> {
    const revision = await this.revisions.findOne(
      { doc_id: run.doc_id as string, revision: run.base_revision as number },
      { select: ['body'] },
    );
    if (!revision) return undefined;
    const wish = run.input as { length: Length; format: string };
    const parts = this.parts(revision.body);
    const done = run.state.parts ?? [];
    if (parts.length === 1) return { messages: prompts.summary(parts[0] as string, wish), isLast: true };
    const part = parts[done.length];
    if (part === undefined) return { messages: prompts.summary(done.join('\n\n'), wish), isLast: true };
    return { messages: prompts.partSummary(part, done.length + 1, parts.length), isLast: false };
  }
}

export interface GenerateInput extends prompts.Wish {
  doc_id?: string;
  place?: 'append' | 'replace';
  source_doc_ids?: string[];
}
