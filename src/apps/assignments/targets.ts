import { Assignment } from './entities/assignment.entity.js';
import { Submission } from './entities/submission.entity.js';

export const ASSIGNMENT = { entity: Assignment, by: 'assignment_id' };
export const SUBMISSION = {
  entity: Submission,
  by: 'submission_id',
  via: { entity: Assignment, by: 'assignment_id' },
};
