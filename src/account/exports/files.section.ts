import { Injectable } from '@nestjs/common';
import { Files } from '../../files/files.js';
import { ExportSection } from './export-section.js';

@Injectable()
export class FilesSection extends ExportSection {
  readonly section = 'files';

  constructor(private readonly files: Files) {
    super();
  }

  rows(userId: string): Promise<unknown> {
    return this.files.ofOwner(userId);
  }
}
