import { DatabaseService } from '../../../platform/database/database.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';

/** Calls of another app that may be refused without ending the transaction. */
@AppProvider()
export class SavepointsService {
  constructor(private readonly database: DatabaseService) {}

  /** What the call returns, or its refusal; then nothing of what it has written remains. */
  async attempt<T>(call: () => Promise<T>): Promise<T | Refusal> {
    await this.database.raw('SAVEPOINT filerequests');
    try {
      const result = await call();
      await this.database.raw('RELEASE SAVEPOINT filerequests');
      return result;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.database.raw('ROLLBACK TO SAVEPOINT filerequests');
      return error;
    }
  }
}
