import type { Samples } from '../../contract/samples.js';

const CATEGORY = '01900000-0000-7000-8000-0000000000c1';
const TOPIC = '01900000-0000-7000-8000-0000000000d1';
const POST = '01900000-0000-7000-8000-0000000000e1';
const FORUM = '01900000-0000-7000-8000-0000000000f1';

export const samples: Samples = {
  rows: {
    forums: { id: FORUM, slug: 'sweepers' },
    categories: { id: CATEGORY, solvable: true },
    topics: { id: TOPIC, bumped_at: new Date() },
    posts: { id: POST, number: 1, body: 'A post.', html: '<p>A post.</p>', tsv: 'post' },
  },
  inputs: {
    'create-forum': { slug: 'swept-forum', language: 'english' },
    'update-forum': { slug: 'sweepers-again', language: 'english' },
    'join-forum': { forum_id: FORUM, slug: undefined, code: undefined, leave: undefined },
    'save-category': { category_id: undefined, archived: false },
    'create-topic': { category_id: CATEGORY },
    'update-topic': {
      topic_id: TOPIC,
      category_id: undefined,
      solution_post_id: null,
      title: 'Another title',
    },
    'track-topic': { topic_id: TOPIC, level: 'watching' },
    'create-post': { topic_id: TOPIC, reply_to_number: undefined },
    'update-post': { post_id: POST, base_edit_count: 0 },
    'delete-post': { post_id: POST, restore: false },
    'like-post': { post_id: POST },
    'flag-post': { post_id: POST },
  },
  // They need another member, a post that waits, or one that is not the first.
  refused: ['set-member', 'resolve-review', 'delete-post'],
};
