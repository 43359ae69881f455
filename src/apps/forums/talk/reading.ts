import { IsBoolean, IsIn, IsInt } from 'class-validator';
import { AppProvider } from '../../kernel/app-provider.js';
import { Nested } from '../../../platform/http/input/fields.js';
import { LEVELS } from '../entities/tracking.entity.js';
import type { PostView } from '../forums.views.js';
import type { InTopic } from '../places/entrance.js';
import { mayStillEdit } from './edit-window.js';
import { TrackingRepository } from './tracking.repository.js';

class AllowedView {
  @IsBoolean() reply!: boolean;
  /** Title and tags. */
  @IsBoolean() edit!: boolean;
  @IsBoolean() solve!: boolean;
  /** All that the staff may. */
  @IsBoolean() moderate!: boolean;
}

export class ReadingView {
  @IsIn(LEVELS) level!: string;
  @IsInt() last_read!: number;
  /** The numbers of the posts of this page that the reader likes. */
  @IsInt({ each: true }) liked!: number[];
  @Nested(() => AllowedView) may!: AllowedView;
}

/** The reader's state in a topic. */
@AppProvider()
export class Reading {
  constructor(private readonly tracking: TrackingRepository) {}

  async of(place: InTopic, posts: PostView[]): Promise<ReadingView | null> {
    const { topic, standing } = place;
    const { caller } = standing;
    if (!caller) return null;
    const known = await this.tracking.find(caller.id, topic.id);
    return {
      level: known?.level ?? 'normal',
      last_read: known?.last_read ?? 0,
      liked: posts.filter(({ liked }) => liked).map(({ number }) => number),
      may: allowed(place, caller.id),
    };
  }
}

function allowed({ topic, category, forum, standing }: InTopic, userId: string): AllowedView {
  const { countsAsStaff: isStaff, isMember } = standing;
  const isAuthor = topic.owner_id === userId;
  const isOpen = standing.refusal() === undefined && !category.archived;
  const mayEnter = isMember || isStaff || (forum.visibility === 'public' && forum.join_policy === 'open');
  return {
    reply: isOpen && mayEnter && topic.status === 'open',
    edit: isStaff || (isAuthor && isOpen && mayStillEdit(standing, topic.created_at)),
    solve: category.solvable && (isStaff || (isAuthor && isOpen)),
    moderate: isStaff,
  };
}
