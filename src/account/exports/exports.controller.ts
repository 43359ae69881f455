import { Controller, Get, Header, Param } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ExportDownloadsService } from './export-downloads.service.js';
import { ExportAnswer } from './exports.dto.js';
import { ExportsService } from './exports.service.js';

@Controller('v1/users')
export class ExportsController {
  constructor(
    private readonly exports: ExportsService,
    private readonly downloads: ExportDownloadsService,
  ) {}

  @Get('me/export')
  @Summary('Ask for a copy of all own data; asked again, how far it is')
  @Access('bearer')
  @Answers(200, ExportAnswer)
  ask(@TheCaller() caller: Caller): Promise<ExportAnswer> {
    return this.exports.requestForUser(caller.id);
  }

  @Get('exports/:ticket')
  @Summary('Download such a copy by its link')
  @Access('none')
  @Answers(200)
  @Header('Content-Disposition', 'attachment; filename="my-data.json"')
  @Refuses(404, 'Export not found')
  @Refuses(429, 'Too many requests')
  download(@Param('ticket') ticket: string): Promise<object> {
    return this.downloads.open(ticket);
  }
}
