import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
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
export class TellWatchers extends Job<Data> {
  readonly name = 'forums.tell-watchers';

  constructor(
    private readonly access: ForumAccessRepository,
    private readonly tracking: TrackingRepository,
    private readonly notifications: ForumNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(data: Data): Promise<void> {
    while (await this.database.transaction(() => this.batch(data)));
  }

  private async batch({ post_id, told }: Data): Promise<boolean> {
    const found = await this.access.findPost(post_id, null);
    if (!found || found.post.status !== 'visible' || !isListed(found.topic)) return false;
    const { topic, post } = found;
    const users = await this.tracking.claimWatchers(topic.id, post.number, [post.owner_id, ...told], BATCH);
    this.notifications.notifyWatchers(topic, post, users);
    return users.length === BATCH;
  }
}
