import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { FileContentService } from './file-content.service.js';

/**
 * Serves the content to callers that know the URL, without a credential: browsers load images without one.
 * The routes are not rate limited, because a page loads many images at once.
 */
@Controller('v1/files/:id/:key')
@Access('none')
@Uncounted()
export class ContentController {
  constructor(private readonly content: FileContentService) {}

  @Get()
  @Summary('The content of a file; parts of it by `Range`')
  @Answers(200, undefined, 'application/octet-stream')
  @Refuses(416, 'Range not satisfiable')
  original(@IdParam('File') id: string, @Param('key') key: string, @Res() response: Response): Promise<void> {
    return this.content.sendOriginal(id, key, response);
  }

  @Get('small')
  @Summary('A small version of an image, at most 640 pixels wide and high; until it is made, the image itself')
  @Answers(200, undefined, 'application/octet-stream')
  @Refuses(416, 'Range not satisfiable')
  small(@IdParam('File') id: string, @Param('key') key: string, @Res() response: Response): Promise<void> {
    return this.content.sendSmall(id, key, response);
  }
}
