import { Module } from '@nestjs/common';
import { BuiltConsole } from './built-console.js';
import { ConsoleController } from './console.controller.js';

/** Serves the page that staff works with. What it shows it asks of `/v1`, as any client does. */
@Module({ controllers: [ConsoleController], providers: [BuiltConsole] })
export class ConsoleModule {}
