import { randomUUID } from 'node:crypto';
import type { Samples } from '../../contract/samples.js';

const assignment_id = randomUUID();
const learner_id = randomUUID();
const join_code = 'SAMPLE23';

export const samples: Samples = {
  rows: {
    assignments: { id: assignment_id, join_code, status: 'published', max_attempts: null },
    learners: { id: learner_id },
    submissions: { status: 'submitted', submitted_at: new Date(), version: 1 },
  },
  inputs: {
    'create-assignment': { reference_type: undefined, reference_id: undefined },
    'set-learners': ({ owner_id }) => ({ learners: [{ user_id: owner_id }] }),
    'join-assignment': { join_code },
    'save-submission': { assignment_id },
    'grade-submission': { score: 1, rubric_scores: undefined },
    'add-comment': { assignment_id, learner_id, submission_id: undefined },
  },
};
