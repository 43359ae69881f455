import { Module } from '@nestjs/common';
import { ConsoleFilesService } from './console-files.service.js';
import { ConsoleController } from './console.controller.js';

/** Serves the admin console. The page uses `/v1` like any other client. */
@Module({ controllers: [ConsoleController], providers: [ConsoleFilesService] })
export class ConsoleModule {}
