import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import type { Post } from '../api/types';
import { List } from '../parts/list';
import { Person } from '../parts/person';
import { type Column, Rows } from '../parts/rows';
import { Status } from '../parts/status';
import { StatusTabs } from '../parts/status-tabs';
import { When } from '../parts/when';
import { PostActs } from './post-acts';

const COLUMNS: Column<Post>[] = [
  {
    name: 'Post',
    cell: ({ id, title }) => (
      <Link component={RouterLink} to={`/posts/${id}`}>
        {title ?? 'Without a title'}
      </Link>
    ),
  },
  { name: 'Author', cell: ({ author }) => <Person who={author} /> },
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  { name: 'Written', cell: ({ created_at }) => <When at={created_at} /> },
];

export function PostsPage() {
  return (
    <List
      resource="posts"
      title="Posts"
      perPage={25}
      filters={<StatusTabs values={['published', 'flagged', 'draft']} />}
    >
      <Rows label="Posts" columns={COLUMNS} empty="No posts here." acts={(post) => <PostActs post={post} />} />
    </List>
  );
}
