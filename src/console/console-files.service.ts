import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';

/**
 * Reads the files that `npm run build` produces. They are read on each request, because a build may replace
 * them while the server runs.
 */
@Injectable()
export class ConsoleFilesService {
  /** The relative path is the same from `src/console` and from `dist/console`. */
  folder = fileURLToPath(new URL('../../dist/console-page', import.meta.url));

  index(): Promise<Buffer | undefined> {
    return read(join(this.folder, 'index.html'));
  }

  asset(name: string): Promise<Buffer | undefined> {
    return read(join(this.folder, 'assets', name));
  }

  /** The output of the last build, if it failed. */
  async failure(): Promise<string | undefined> {
    return (await read(`${this.folder}.failed`))?.toString();
  }
}

const read = (path: string) => readFile(path).catch(() => undefined);
