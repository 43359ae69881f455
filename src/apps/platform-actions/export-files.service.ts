import { open, rm } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { FilesService } from '../../files/files.service.js';
import { GeneratedFilesService } from '../../files/signed/generated-files.service.js';
import { Environment } from '../../platform/config/environment.js';
import type { Ask } from '../../platform/database/cursor.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { sqlState } from '../../platform/database/database-error.js';
import { ExportTooLarge, jsonOf, writeDocument } from '../../platform/exports/export-document.js';
import { fieldsOf } from '../../platform/exports/export-node.js';
import { Refusal, unavailable } from '../../platform/http/refusal.js';
import { streamAnswer } from '../../platform/http/stream-answer.js';
import { Semaphore } from '../../platform/semaphore.js';
import type { Exported } from '../kernel/exports/app-export.js';
import { archiveOf, tablesOf, type WrittenTable } from './csv-archive.js';

const HOUR = 60 * 60;
/** Each reads on a connection of the pool that all requests share. */
const AT_ONCE = 2;
const TIMES = { waitMs: 60_000, statementMs: 30_000, allMs: 120_000 };
/** Written and not yet read by their callers, in this process: so many times the largest export. */
const UNREAD = 4;

/**
 * Exports as files on this machine's disk. They are written at the pace of the database and sent at the pace of the
 * caller afterwards, so that a caller who reads slowly holds neither a connection nor memory.
 */
@Injectable()
export class ExportFilesService {
  private readonly logger = new Logger('Exports');
  private readonly reading: Semaphore;
  private readonly packing = new Semaphore(AT_ONCE, TIMES.waitMs);
  private unread = 0;

  constructor(
    private readonly database: DatabaseService,
    private readonly files: FilesService,
    private readonly generatedFiles: GeneratedFilesService,
    private readonly environment: Environment,
  ) {
    this.reading = new Semaphore(Math.min(AT_ONCE, Math.ceil(environment.databasePool / 4)), TIMES.waitMs);
  }

  /** The answer of the action; `done` is called when the caller has it, or has gone. */
  json(tables: Exported, done: () => Promise<void>): Promise<object> {
    return this.generatedFiles.scratch(async (path) => {
      const document = (ask: Ask) => jsonOf(fieldsOf({ export: fieldsOf(tables) }), ask);
      const size = await this.write(path, document);
      const file = await open(path);
      this.unread += size;
      const sent = () => {
        this.unread -= size;
        return done();
      };
      // The file has no name any more when this returns: its bytes go with the last reader, however the process ends.
      return streamAnswer(file.createReadStream(), {
        size,
        type: 'application/json; charset=utf-8',
        done: sent,
      });
    });
  }

  /** A zip of one CSV file a table, at an address that works for an hour; the one before it goes. */
  csv(app: string, userId: string, tables: Exported): Promise<object> {
    return this.generatedFiles.scratch((rows) =>
      this.generatedFiles.scratch(async (zip) => {
        let written: WrittenTable[] = [];
        await this.write(rows, (ask) => tablesOf(tables, ask, (written = [])));
        await this.packing.run(() => this.harmless(() => archiveOf(rows, written, zip)));
        const name = `${app}-${new Date().toISOString().slice(0, 10)}.zip`;
        const made = { owner_id: userId, name, type: 'application/zip', path: zip, slot: `export:${app}` };
        const file = await this.generatedFiles.keep({ ...made, seconds: HOUR });
        return { export: this.files.downloadable(file, { seconds: HOUR }) };
      }),
    );
  }

  private write(path: string, document: (ask: Ask) => AsyncIterable<string>): Promise<number> {
    const { exportMaxBytes } = this.environment;
    if (this.unread > UNREAD * exportMaxBytes) throw unavailable(30);
    return this.reading.run(() =>
      this.harmless(() =>
        this.database.snapshot(TIMES.statementMs, async (ask) => {
          // A transaction that runs again has written a part of it.
          await rm(path, { force: true });
          return writeDocument(document(ask), path, exportMaxBytes, AbortSignal.timeout(TIMES.allMs));
        }),
      ),
    );
  }

  /** A full disk and a database that takes too long are nothing that the caller could mend. */
  private async harmless<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ExportTooLarge) throw new Refusal(409, TOO_LARGE);
      const { name, code, syscall } = error as NodeJS.ErrnoException;
      if (sqlState(error) || (name !== 'AbortError' && syscall !== 'write' && code !== 'ENOSPC')) throw error;
      this.logger.error(error);
      throw unavailable(30);
    }
  }
}

export const TOO_LARGE = 'Export is too large: read the lists of this app instead';
