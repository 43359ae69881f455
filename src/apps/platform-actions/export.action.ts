import { Injectable } from '@nestjs/common';
import { IsIn, IsObject } from 'class-validator';
import { ModuleRef } from '@nestjs/core';
import { Optional } from '../../platform/http/fields.js';
import type { AppDeclaration } from '../kernel/app.js';
import type { Call } from '../kernel/calls/action.js';
import { PlatformActions } from '../kernel/platform-actions.port.js';
import { ExportFilesService, TOO_LARGE } from './export-files.service.js';
import { ExportTurnsService } from './export-turns.service.js';
import { OwnedRows } from './owned-rows.repository.js';

const FORMATS = ['json', 'csv'] as const;

class ExportInput {
  @Optional() @IsIn(FORMATS) format?: (typeof FORMATS)[number];
}

class ExportAnswer {
  /** Rows by table; as csv, the address of a zip. */
  @IsObject() export!: object;
}

@Injectable()
export class Export extends PlatformActions {
  constructor(
    private readonly owned: OwnedRows,
    private readonly turns: ExportTurnsService,
    private readonly files: ExportFilesService,
    private readonly modules: ModuleRef,
  ) {
    super();
  }

  of(app: AppDeclaration) {
    const { exports, slug } = app;
    const own = exports && this.modules.get(exports as never, { strict: false });
    return [
      this.action('export', {
        access: 'authenticated',
        description: 'Every row that the caller owns in this app, by table.',
        input: ExportInput,
        result: ExportAnswer,
        refuses: { 409: ['An export is already running', TOO_LARGE, 'Storage is full'] },
        run: async ({ caller, input }: Call<ExportInput>) => {
          const tables = own ? own.of(caller.id) : this.owned.of(app.entities, caller.id);
          const end = await this.turns.begin(caller.id);
          if (input.format === 'csv') return this.files.csv(slug, caller.id, tables).finally(end);
          return this.files.json(tables, end).catch(async (error: unknown) => {
            await end();
            throw error;
          });
        },
      }),
    ];
  }
}
