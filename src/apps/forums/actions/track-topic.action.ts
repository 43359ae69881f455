import { IsIn, IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Level, LEVELS } from '../topics/topic.entity.js';
import { TrackingView } from '../posts/post.views.js';
import { ForumAccessService } from '../access/forum-access.service.js';
import { TrackingRepository } from '../topics/tracking.repository.js';

class Input {
  @Uuid() topic_id!: string;
  @Optional() @IsIn(LEVELS) level?: Level;
  @Optional() @IsInt() @Min(0) @Max(1_000_000) last_read?: number;
}

class Result extends answerWith('tracking', () => TrackingView) {}

@Action('track-topic', {
  access: 'authenticated',
  notes: true,
  description: 'Sets how the caller follows a topic, and how far they have read it.',
  input: Input,
  result: Result,
  refuses: { 400: ['Nothing to change'], 404: ['Forum not found', 'Topic not found'] },
})
export class TrackTopic {
  constructor(
    private readonly access: ForumAccessService,
    private readonly tracking: TrackingRepository,
  ) {}

  async run({ input: { topic_id, level, last_read }, caller }: Call<Input>) {
    if (level === undefined && last_read === undefined) throw new Refusal(400, 'Nothing to change');
    const { topic } = await this.access.loadTopic(topic_id, caller);
    const read = last_read === undefined ? null : Math.min(last_read, topic.last_number);
    return { tracking: await this.tracking.setTracking(topic_id, caller.id, level ?? null, read) };
  }
}
