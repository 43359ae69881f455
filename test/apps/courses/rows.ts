import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: {
    courses: { status: 'published', description: 'With a pencil.', lessons_count: 1, seats_taken: 1 },
    lessons: { kind: 'text', body: 'Draw one.', published: true },
    coupons: { percent_bp: 1000 },
    enrollments: { status: 'active' },
    lesson_progress: { completed_at: new Date() },
  },
  inputs: {
    'create-course': { category_id: null, price: 0 },
    'create-upload': { content_type: 'text/plain' },
    'set-coupon': { percent_off: 10, amount_off: undefined },
    'revoke-access': ({ owner_id }) => ({ user_id: owner_id }),
  },
  refused: ['delete-module', 'delete-lesson', 'reorder-curriculum', 'post-comment'],
};
