import { Injectable } from '@nestjs/common';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { MentionsService } from '../../notifications/mentions.service.js';
import { invalid } from '../../platform/http/refusal.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { OPTION, type PollInput, QUESTION } from '../polls/polls.dto.js';
import { CONTENT, TITLE } from './posts.dto.js';

interface Texts {
  title?: string | null;
  content?: string | null;
  poll?: PollInput | null;
}

/** The texts of a post: the word filter cleans them, and users whom they mention are notified. */
@Injectable()
export class PostTextService {
  constructor(
    private readonly filter: WordFilterService,
    private readonly mentions: MentionsService,
    private readonly blocks: BlockRepository,
  ) {}

  /** An absent field stays absent. Call it before the transaction, which must not wait for the word filter. */
  async clean({ title, content, poll }: Texts): Promise<Texts> {
    const cleaned = async (text: string | null, longest: number) => (text ? this.filter.clean(text, longest) : text);
    return {
      ...(title !== undefined && { title: await cleaned(title, TITLE) }),
      ...(content !== undefined && { content: await cleaned(content, CONTENT) }),
      ...(poll && { poll: await this.cleanPoll(poll) }),
    };
  }

  /** A user is notified once for a post, however often it is edited. */
  async notifyMentioned(postId: string, authorId: string, { title, content }: Texts): Promise<void> {
    const text = [title, content].filter(Boolean).join('\n');
    if (!text.includes('@')) return;
    const unless = (id: string) => this.blocks.existsBetween(id, authorId);
    await this.mentions.notify({ text, actor_id: authorId, about: { kind: 'post', id: postId }, unless });
  }

  private async cleanPoll(poll: PollInput): Promise<PollInput> {
    const options = await Promise.all(poll.options.map((option) => this.filter.clean(option, OPTION)));
    // The filter can make two options equal or empty; voters could not tell them apart.
    if (options.includes('') || new Set(options).size < options.length) {
      throw invalid({ field: 'poll.options', message: 'the options must be different' });
    }
    return { ...poll, question: await this.filter.clean(poll.question, QUESTION), options };
  }
}
