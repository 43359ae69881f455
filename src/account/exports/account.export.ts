import { Injectable } from '@nestjs/common';
import { FilesService } from '../../files/files.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { type ExportNode, valueOf } from '../../platform/exports/export-node.js';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { presentOwn } from '../users/user.presenter.js';
import { UserRepository } from '../users/user.repository.js';
import { ExportSection } from './export-section.js';

@Injectable()
export class ProfileExport extends ExportSection {
  readonly section = 'account';

  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly keys: ApiKeyRepository,
  ) {
    super();
  }

  async content(userId: string): Promise<ExportNode> {
    const [user, sessions, api_keys] = await Promise.all([
      this.users.findProfile(userId),
      this.sessions.listForUser(userId),
      this.keys.listForUser(userId),
    ]);
    return valueOf({ profile: user && presentOwn(user), sessions, api_keys });
  }
}

@Injectable()
export class FilesExport extends ExportSection {
  readonly section = 'files';

  constructor(private readonly files: FilesService) {
    super();
  }

  content(userId: string): ExportNode {
    return this.files.forExport(userId);
  }
}

@Injectable()
export class NotificationsExport extends ExportSection {
  readonly section = 'notifications';

  constructor(private readonly notifications: NotificationsService) {
    super();
  }

  content(userId: string): Promise<ExportNode> {
    return this.notifications.forExport(userId);
  }
}
