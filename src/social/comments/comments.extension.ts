import { Injectable } from '@nestjs/common';
import { Reportable, type Reported } from '../../moderation/reports/reportable.js';
import { CommentRepository } from './comment.repository.js';

@Injectable()
export class CommentReportExtension extends Reportable {
  readonly type = 'comment';

  constructor(private readonly comments: CommentRepository) {
    super();
  }

  async ownerOf(id: string, callerId: string): Promise<string | undefined> {
    return (await this.comments.findVisible(id, callerId, false))?.user_id;
  }

  async shown(id: string): Promise<Reported | null> {
    return (await this.comments.findReported(id)) ?? null;
  }

  /** A comment has no status of its own, so it stays visible until staff decides on the reports. */
  async flag(): Promise<void> {}

  async restore(): Promise<void> {}
}
