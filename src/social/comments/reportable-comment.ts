import { Injectable } from '@nestjs/common';
import { Reportable, type Reported } from '../../moderation/reports/reportable.port.js';
import { CommentRepository } from './comment.repository.js';

@Injectable()
export class ReportableComment extends Reportable {
  readonly type = 'comment';

  constructor(private readonly comments: CommentRepository) {
    super();
  }

  async ownerOf(id: string, callerId: string): Promise<string | undefined> {
    return (await this.comments.find(id, callerId, false))?.user_id;
  }

  async shown(id: string): Promise<Reported | null> {
    return (await this.comments.reported(id)) ?? null;
  }

  /** A comment has no state of its own: it stays where it is until staff has looked at the reports. */
  async flag(): Promise<void> {}

  async restore(): Promise<void> {}
}
