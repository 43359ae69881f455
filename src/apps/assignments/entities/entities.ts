import { AssignmentComment } from './assignment-comment.entity.js';
import { AssignmentFile } from './assignment-file.entity.js';
import { AssignmentLearner } from './assignment-learner.entity.js';
import { Assignment } from './assignment.entity.js';
import { Submission } from './submission.entity.js';

/** All that is kept of assignments. */
export const ENTITIES = [Assignment, AssignmentLearner, Submission, AssignmentFile, AssignmentComment];
