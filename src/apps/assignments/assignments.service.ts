import { AppProvider } from '../kernel/app-provider.js';
import type { AssignmentsService as Exported } from '../contracts/assignments.js';
import type { Described } from '../contracts/described.js';
import { AssignmentRepository } from './assignments/assignment.repository.js';

/** The contract with other apps. */
@AppProvider()
export class AssignmentsService implements Exported {
  constructor(private readonly assignments: AssignmentRepository) {}

  describe(ids: string[]): Promise<Described[]> {
    return this.assignments.describe(ids);
  }
}
