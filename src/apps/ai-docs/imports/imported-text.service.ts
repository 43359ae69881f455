import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { GeneratedFilesService } from '../../../files/signed/generated-files.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { FileTextService } from '../../kernel/files/file-text.service.js';
import { MOST_CHARACTERS } from '../ai-docs.inputs.js';

/** More than the longest body, so that a longer text is noticed. */
const MOST_READ = MOST_CHARACTERS * 4 + 4;
/** These are Markdown as they stand, so their lines are kept. */
const PLAIN = new Set(['text/plain', 'text/markdown']);

/** The text of a file that has arrived. */
@AppProvider()
export class ImportedTextService {
  constructor(
    private readonly bytes: GeneratedFilesService,
    private readonly reader: FileTextService,
  ) {}

  /** Undefined: the file is damaged. */
  read(id: string, type: string): Promise<string | undefined> {
    return this.bytes.scratch(async (path) => {
      await pipeline(await this.bytes.read(id), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (!PLAIN.has(type)) return this.reader.read(path, type, { mostBytes: MOST_READ, keepsLines: true });
      const bytes = await readFile(path);
      const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
      // PostgreSQL stores no NUL in a text.
      return text?.replaceAll('\0', '').replaceAll('\r\n', '\n');
    });
  }
}
