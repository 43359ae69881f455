import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Nested, Nullable, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { TopicView } from '../forums.views.js';
import { Entrance } from '../places/entrance.js';
import { ChangeTopic, type TopicChange } from '../talk/change-topic.js';
import { WRITING_REFUSALS } from '../talk/refusals.js';
import { Tags, Title } from '../talk/text.fields.js';
import { TopicRepository } from '../talk/topic.repository.js';

class Input {
  @Uuid() topic_id!: string;
  @Optional() @Title() title?: string;
  @Optional() @Tags() tags?: string[];
  @Optional() @Nullable() @Uuid() solution_post_id?: string | null;
  @Optional() @Uuid() category_id?: string;
  @Optional() @IsIn(['open', 'closed', 'hidden', 'deleted']) status?: TopicChange['status'];
  @Optional() @Written(1, 200) closed_reason?: string;
  @Optional() @IsBoolean() pinned?: boolean;
  @Optional() @IsInt() @Min(0) @Max(86_400) slow_mode_seconds?: number;
}

class Result {
  @Nested(() => TopicView) topic!: TopicView;
}

@Action('update-topic', {
  access: 'authenticated',
  changes: true,
  about: 'topic',
  why: 'closed_reason',
  description: 'Changes a topic: its author a little, for a while, and its staff all of it.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Nothing to change', 'Post cannot be the solution'],
    403: ['Forbidden'],
    404: ['Forum not found', 'Topic not found', 'Category not found'],
    409: [...WRITING_REFUSALS[409], 'Edit time is over', 'Topic has replies', 'Topic waits for approval'],
  },
})
export class UpdateTopic {
  constructor(
    private readonly entrance: Entrance,
    private readonly change: ChangeTopic,
    private readonly topics: TopicRepository,
  ) {}

  async run({ input: { topic_id, ...change }, caller }: Call<Input>) {
    if (Object.values(change).every((value) => value === undefined)) throw new Refusal(400, 'Nothing to change');
    const place = await this.entrance.lockTopic(topic_id, caller);
    await this.change.apply(place, caller, change);
    return { topic: await this.topics.view(topic_id, caller.id) };
  }
}
