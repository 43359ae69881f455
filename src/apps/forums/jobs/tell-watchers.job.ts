import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { ForumNews } from '../forum-news.js';
import { PlaceRepository } from '../places/place.repository.js';
import { isListed } from '../places/entrance.js';
import { TrackingRepository } from '../talk/tracking.repository.js';

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
    private readonly places: PlaceRepository,
    private readonly tracking: TrackingRepository,
    private readonly news: ForumNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(data: Data): Promise<void> {
    while (await this.database.transaction(() => this.batch(data)));
  }

  private async batch({ post_id, told }: Data): Promise<boolean> {
    const place = await this.places.ofPost(post_id, null);
    if (!place || place.post.status !== 'visible' || !isListed(place.topic)) return false;
    const { topic, post } = place;
    const users = await this.tracking.toTell(topic.id, post.number, [post.owner_id, ...told], BATCH);
    this.news.written(topic, post, users);
    return users.length === BATCH;
  }
}
