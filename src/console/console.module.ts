import { Module } from '@nestjs/common';
import { ConsoleController, ConsoleFilesService } from './console.controller.js';

/** Serves the admin console. The page uses `/v1` like any other client. */
@Module({ controllers: [ConsoleController], providers: [ConsoleFilesService] })
export class ConsoleModule {}
