import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Environment } from '../platform/config/environment.js';

export interface CapturedMail {
  id: string;
  at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

const KEPT = 200;

/** The mails of development: the newest ones as files in DATA_DIR, so that they survive a restart. */
@Injectable()
export class MailboxService {
  private readonly folder: string;

  constructor(environment: Environment) {
    this.folder = join(environment.dataDir, 'mail');
  }

  async save(mail: CapturedMail): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${mail.at.replaceAll(':', '-')}-${mail.id}.json`);
    await writeFile(`${file}.part`, JSON.stringify(mail), { mode: 0o600 });
    await rename(`${file}.part`, file);
    for (const old of (await this.listNames()).slice(KEPT)) await rm(join(this.folder, old), { force: true });
  }

  /** Newest first. */
  async list(): Promise<CapturedMail[]> {
    const read = (await this.listNames()).map((name) =>
      readFile(join(this.folder, name), 'utf8').catch(() => undefined),
    );
    const found = (await Promise.all(read)).filter((text) => text !== undefined);
    return found.map((text) => JSON.parse(text) as CapturedMail);
  }

  async clear(): Promise<void> {
    for (const name of await this.listNames()) await rm(join(this.folder, name), { force: true });
  }

  private async listNames(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  }
}
