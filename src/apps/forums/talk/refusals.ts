/** What everybody who writes may hear. */
export const WRITING_REFUSALS = {
  400: ['New members can post 2 links', 'New members can post 2 mentions'],
  403: ['Forbidden'],
  409: [
    'You are suspended until {time}',
    'You are banned from this forum',
    'Forum is read-only',
    'Category is archived',
    'New members can post {n} topics a day',
  ],
  429: ['Posting too fast'],
};
