import { Injectable } from '@nestjs/common';
import { IsIn, IsObject } from 'class-validator';
import { ModuleRef } from '@nestjs/core';
import { Optional } from '../../platform/http/input/fields.js';
import type { AppDeclaration } from '../kernel/app.js';
import type { Call } from '../kernel/action.js';
import { PlatformActions } from '../kernel/platform-actions.port.js';
import { OwnedRows } from './owned-rows.repository.js';
import { Zipped } from './zipped.js';

const FORMATS = ['json', 'csv'] as const;

class ExportInput {
  @Optional() @IsIn(FORMATS) format?: (typeof FORMATS)[number];
}

class ExportAnswer {
  /** Rows by table; or, as csv, where they are to be had. */
  @IsObject() export!: object;
}

@Injectable()
export class Export extends PlatformActions {
  constructor(
    private readonly owned: OwnedRows,
    private readonly zipped: Zipped,
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
        run: async ({ caller, input }: Call<ExportInput>) => {
          const tables = await (own ? own.of(caller.id) : this.owned.of(app.entities, caller.id));
          return {
            export: input.format === 'csv' ? await this.zipped.keep(slug, caller.id, tables) : tables,
          };
        },
      }),
    ];
  }
}
