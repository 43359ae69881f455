import { Injectable } from '@nestjs/common';
import { ContentFilter } from '../../moderation/content-filter/content-filter.js';
import { Mentions } from '../../notifications/mentions.js';
import { invalid } from '../../platform/http/refusal.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { OPTION, type PollInput, QUESTION } from '../polls/polls.io.js';
import { CONTENT, TITLE } from './posts.io.js';

interface Words {
  title?: string | null;
  content?: string | null;
  poll?: PollInput | null;
}

/** The words of a post: filtered when they are written, and told to those whom they name. */
@Injectable()
export class PostText {
  constructor(
    private readonly filter: ContentFilter,
    private readonly mentions: Mentions,
    private readonly blocks: BlockRepository,
  ) {}

  /** Only what was given: an absent field stays absent. Before the transaction, which must not wait for the filter. */
  async clean({ title, content, poll }: Words): Promise<Words> {
    const cleaned = async (text: string | null, longest: number) =>
      text ? this.filter.clean(text, longest) : text;
    return {
      ...(title !== undefined && { title: await cleaned(title, TITLE) }),
      ...(content !== undefined && { content: await cleaned(content, CONTENT) }),
      ...(poll && { poll: await this.cleanPoll(poll) }),
    };
  }

  private async cleanPoll(poll: PollInput): Promise<PollInput> {
    const options = await Promise.all(poll.options.map((option) => this.filter.clean(option, OPTION)));
    // Two words that the filter takes away leave two options that nobody can tell apart.
    if (options.includes('') || new Set(options).size < options.length) {
      throw invalid({ field: 'poll.options', message: 'the options must be different' });
    }
    return { ...poll, question: await this.filter.clean(poll.question, QUESTION), options };
  }

  /** Each of them once for a post, however often it is edited. */
  async tellNamed(postId: string, authorId: string, { title, content }: Words): Promise<void> {
    const text = [title, content].filter(Boolean).join('\n');
    if (!text.includes('@')) return;
    const unless = (id: string) => this.blocks.between(id, authorId);
    await this.mentions.notify({ text, actor_id: authorId, about: { kind: 'post', id: postId }, unless });
  }
}
