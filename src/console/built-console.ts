import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';

/** The page as `npm run build` leaves it: read anew each time, since it may be swapped while the server runs. */
@Injectable()
export class BuiltConsole {
  /** The same from `src/console` as from `dist/console`. */
  folder = fileURLToPath(new URL('../../dist/console-page', import.meta.url));

  index(): Promise<Buffer | undefined> {
    return read(join(this.folder, 'index.html'));
  }

  asset(name: string): Promise<Buffer | undefined> {
    return read(join(this.folder, 'assets', name));
  }

  /** What the last build has said of why there is no newer page. */
  async failure(): Promise<string | undefined> {
    return (await read(`${this.folder}.failed`))?.toString();
  }
}

const read = (path: string) => readFile(path).catch(() => undefined);
