import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { zip } from 'fflate';
import { Files } from '../../files/files.js';
import type { Exported } from '../kernel/app-export.js';
import { csvOf } from './csv.js';

const HOUR = 60 * 60;

/** Tables as CSV, a file each in one archive, at an address that works for an hour. */
@Injectable()
export class Zipped {
  constructor(private readonly files: Files) {}

  async keep(app: string, userId: string, tables: Exported): Promise<object> {
    const named = Object.entries(tables).map(([table, rows]) => [`${table}.csv`, csvOf(rows)] as const);
    const bytes = await promisify<Record<string, Uint8Array>, Uint8Array>(zip)(Object.fromEntries(named));
    const name = `${app}-${new Date().toISOString().slice(0, 10)}.zip`;
    const made = { owner_id: userId, name, type: 'application/zip', bytes: Buffer.from(bytes) };
    const file = await this.files.keep({ ...made, seconds: HOUR });
    return this.files.downloadable(file, { seconds: HOUR });
  }
}
