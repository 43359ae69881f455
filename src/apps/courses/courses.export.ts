import { Injectable } from '@nestjs/common';
import { AppExport, type Exported } from '../kernel/app-export.js';
import { ExportRepository } from './export.repository.js';

@Injectable()
export class CoursesExport extends AppExport {
  constructor(private readonly kept: ExportRepository) {
    super();
  }

  of(userId: string): Promise<Exported> {
    return this.kept.tables(userId);
  }
}
