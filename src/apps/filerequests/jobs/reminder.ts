import type { AppNotice } from '../../../notifications/app-notifications.service.js';
import type { FileRequest } from '../entities/request.entity.js';

/** What members are told who have not submitted. */
export const reminder = ({ id, title, closes_at }: Pick<FileRequest, 'id' | 'title' | 'closes_at'>): AppNotice => ({
  type: 'filerequests.reminder',
  title,
  body: 'Your files are still missing.',
  data: { request_id: id, closes_at },
});
