import { Body, Controller, Get, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, type Caller, TheCaller } from '../platform/access/access.js';
import { Answers, AnswersPage, Summary } from '../platform/http/endpoint.js';
import { ListQuery } from '../platform/http/fields.js';
import { InboxService } from './inbox.service.js';
import {
  NotificationsAnswer,
  NotificationSettingsAnswer,
  NotificationSettingsInput,
  ReadNotificationsInput,
  UnreadCountAnswer,
} from './notifications.dto.js';

@Controller('v1/notifications')
@Access('user')
export class NotificationsController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @Summary('What concerns the caller, newest activity first')
  @AnswersPage(NotificationsAnswer)
  async list(
    @Query() query: ListQuery,
    @TheCaller() { id }: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationsAnswer> {
    response.setHeader('X-Realtime-Position', await this.inbox.findPosition(id));
    return this.inbox.list(id, query);
  }

  @Post('read')
  @Summary('Mark notifications as read: the given ones, or all')
  @Answers(200, UnreadCountAnswer)
  async read(@Body() { ids }: ReadNotificationsInput, @TheCaller() caller: Caller): Promise<UnreadCountAnswer> {
    return { unread_count: await this.inbox.markRead(caller.id, ids) };
  }

  @Get('settings')
  @Summary('Which notifications the caller wants')
  @Answers(200, NotificationSettingsAnswer)
  async settings(@TheCaller() caller: Caller): Promise<NotificationSettingsAnswer> {
    return { settings: await this.inbox.readSettings(caller.id) };
  }

  @Patch('settings')
  @Summary('Switch kinds of notifications on and off, and those of an app together: `app:<slug>`')
  @Answers(200, NotificationSettingsAnswer)
  async change(@Body() { settings }: NotificationSettingsInput, @TheCaller() caller: Caller) {
    return { settings: await this.inbox.updateSettings(caller.id, settings) };
  }
}
