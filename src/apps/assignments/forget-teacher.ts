import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { Files } from '../../files/files.js';
import { FileRepository } from './files/file.repository.js';
import { AssignmentRepository } from './work/assignment.repository.js';

/** His assignments go with all that was handed in there; the bytes that others have sent up are theirs, and stay otherwise. */
@Injectable()
export class ForgetTeacher extends Farewell {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly rows: FileRepository,
    private readonly files: Files,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const assignments = await this.assignments.lockOfOwner(userId);
    if (assignments.length) await this.files.release(await this.rows.ofLearners(assignments, userId));
  }
}
