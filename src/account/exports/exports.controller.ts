import { Controller, Get, Header, Param } from '@nestjs/common';
import { IsIn, IsString } from 'class-validator';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { answerWith } from '../../platform/http/answers.js';
import { Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';
import { ExportDownloadsService } from './export-downloads.service.js';
import { ExportsService } from './exports.service.js';

class ExportView {
  @Uuid() id!: string;
  @IsIn(['pending', 'ready', 'failed']) status!: string;
  /** The download link; null until the export is ready. */
  @Nullable() @IsString() url!: string | null;
  /** Only when it has failed: larger than the operator allows, or three attempts ended with an error. */
  @Optional() @IsIn(['too_large', 'failed']) failure?: string;
  @Time() created_at!: Date;
  @Time() expires_at!: Date;
}

class ExportAnswer extends answerWith('export', () => ExportView) {}

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
