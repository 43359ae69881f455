import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useNavigate, useParams } from 'react-router-dom';
import { wordsOf } from '../api/api-error';
import type { Media, WholePost } from '../api/types';
import { useWhole } from '../api/use-whole';
import { BackTo } from '../parts/back-to';
import { Facts } from '../parts/facts';
import { Page } from '../parts/page';
import { Person } from '../parts/person';
import { here } from '../parts/picture';
import { Status } from '../parts/status';
import { When } from '../parts/when';
import { PostActs } from './post-acts';

/** All of a post, whatever its status. */
export function PostPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: post, error } = useWhole<WholePost>('posts', id);
  const before = <BackTo list="posts">Posts</BackTo>;
  if (!post) {
    return (
      <Page title="Post" before={before}>
        {error ? <Alert severity="error">{wordsOf(error)}</Alert> : <Skeleton variant="rounded" height={280} />}
      </Page>
    );
  }
  return (
    <Page
      title={post.title ?? 'Without a title'}
      before={before}
      actions={<PostActs post={post} onRemoved={() => navigate('/posts')} />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '3fr 2fr' },
          alignItems: 'start',
        }}
      >
        <Card sx={{ p: 3 }}>
          {post.content ? (
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{post.content}</Typography>
          ) : (
            <Typography sx={{ color: 'text.secondary' }}>No text.</Typography>
          )}
          {post.media.length > 0 && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
              {post.media.map((media) => (
                <Attachment key={media.id} media={media} />
              ))}
            </Box>
          )}
        </Card>
        <Card sx={{ p: 3 }}>
          <Facts
            facts={[
              ['Author', <Person key="author" who={post.author} />],
              ['Status', <Status key="status" value={post.status} />],
              ['Written', <When key="written" at={post.created_at} isExact />],
              ['Changed', <When key="changed" at={post.updated_at} isExact />],
              ['Sensitive', post.is_sensitive ? 'yes' : 'no'],
              ['By AI', post.is_ai_generated ? 'yes' : 'no'],
              ['Id', post.id],
            ]}
          />
        </Card>
      </Box>
    </Page>
  );
}

function Attachment({ media }: { media: Media }) {
  const image = media.type.startsWith('image') && here(media.url);
  if (image) {
    return (
      <Box
        component="img"
        src={image}
        alt="Attached"
        loading="lazy"
        sx={{ maxWidth: '100%', maxHeight: 320, borderRadius: 2, display: 'block' }}
      />
    );
  }
  return (
    <Link href={media.url} target="_blank" rel="noreferrer">
      {media.type}
    </Link>
  );
}
