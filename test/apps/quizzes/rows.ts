import type { Samples } from '../../contract/samples.js';

const QUESTION = { type: 'true_false', prompt: 'Is it?', correct: true };

export const samples: Samples = {
  rows: {
    quizzes: { status: 'published', questions_count: 2 },
    questions: { type: 'true_false', answer: '{"correct":true}' },
    attempts: { status: 'in_progress', layout: '[]' },
  },
  inputs: {
    'update-quiz': {
      course_id: null,
      release_score: 'by_hand',
      draw_count: null,
      closes_at: null,
      opens_at: null,
    },
    'create-quiz': { course_id: undefined },
    'add-questions': { questions: [QUESTION] },
    'set-accommodation': ({ owner_id }) => ({
      user_id: owner_id,
      opens_at: null,
      closes_at: null,
      remove: false,
    }),
  },
  refused: ['start-attempt', 'grade-answer', 'reorder-questions'],
};
