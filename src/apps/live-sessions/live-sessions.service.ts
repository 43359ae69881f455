import type { Described } from '../contracts/described.js';
import type { LiveSessionsService as Exported } from '../contracts/live-sessions.js';
import { AppProvider } from '../kernel/app-provider.js';
import { SessionRepository } from './sessions/session.repository.js';
import { titleOf } from './sessions/session.views.js';

/** What other apps ask about sessions. */
@AppProvider()
export class LiveSessionsService implements Exported {
  constructor(private readonly sessions: SessionRepository) {}

  async describe(ids: string[]): Promise<Described[]> {
    const found = await this.sessions.byIds(ids);
    return [...found.values()].map((session) => ({
      id: session.id,
      owner_id: session.owner_id,
      title: titleOf(session),
    }));
  }
}
