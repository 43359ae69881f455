import { AppProvider } from '../kernel/app-provider.js';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { FilesService } from '../../files/files.service.js';
import { FileRepository } from './files/file.repository.js';
import { GradeRepository } from './grading/grade.repository.js';
import { AssignmentRepository } from './assignments/assignment.repository.js';

/**
 * Assignments that learners have worked on stay for them, archived and without an owner; the others go with the
 * account. Grades that were not released go, because nobody can release them any more.
 */
@AppProvider()
export class ForgetTeacher extends AccountDeletionHook {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly grades: GradeRepository,
    private readonly rows: FileRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const assignments = await this.assignments.lockOfOwner(userId);
    if (!assignments.length) return;
    const kept = new Set(await this.assignments.keepForLearners(assignments));
    await this.grades.forgetUnreleased([...kept]);
    const gone = assignments.filter((id) => !kept.has(id));
    await this.files.release(await this.rows.ofLearners(gone, userId));
  }
}
