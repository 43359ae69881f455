import { AppProvider } from '../kernel/app-provider.js';
import { AppExport, type Exported } from '../kernel/exports/app-export.js';
import { ExportRepository } from './export.repository.js';

@AppProvider()
export class RemindersExport extends AppExport {
  constructor(private readonly rows: ExportRepository) {
    super();
  }

  of(userId: string): Exported {
    return this.rows.all(userId);
  }
}
