import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ForumAccessRepository } from '../access/forum-access.repository.js';
import { ForumNotificationsService } from '../forum-notifications.service.js';
import { isListed } from '../topics/topic.entity.js';
import { TrackingRepository } from '../topics/tracking.repository.js';

const BATCH = 500;

interface Data {
  post_id: string;
  /** Who has heard of it in another way. */
  told: string[];
}

/** Notifies the watchers of a topic of a new post. Skips watchers who have not read the post they were last notified of. */
@AppProvider()
export class TellWatchers extends BatchJob<Data> {
  readonly name = 'forums.tell-watchers';

  constructor(
    private readonly access: ForumAccessRepository,
    private readonly tracking: TrackingRepository,
    private readonly notifications: ForumNotificationsService,
  ) {
    super();
  }

  protected async batch({ post_id, told }: Data): Promise<boolean> {
    const found = await this.access.findPost(post_id, null);
    if (!found || found.post.status !== 'visible' || !isListed(found.topic)) return false;
    const { topic, post } = found;
    const users = await this.tracking.claimWatchers(topic.id, post.number, [post.owner_id, ...told], BATCH);
    this.notifications.notifyWatchers(topic, post, users);
    return users.length === BATCH;
  }
}
