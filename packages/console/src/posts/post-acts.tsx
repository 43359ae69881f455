import Button from '@mui/material/Button';
import { api } from '../api/api';
import type { Post } from '../api/types';
import { useAct } from '../parts/act';
import { useConfirm } from '../parts/confirm';

interface Props {
  post: Post;
  onRemoved?: () => void;
}

export function PostActs({ post, onRemoved }: Props) {
  const { run, isBusy } = useAct();
  const { ask, dialog } = useConfirm();
  const name = post.title ?? 'the post';
  const mark = (status: string, done: string) => void run(() => api.patch(`admin/posts/${post.id}`, { status }), done);
  const remove = async () => {
    if ((await run(() => api.delete(`admin/posts/${post.id}`), 'Post removed')) === true) onRemoved?.();
  };
  return (
    <>
      {post.status === 'published' && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={`Flag ${name}`}
          onClick={() => mark('flagged', 'Post flagged')}
        >
          Flag
        </Button>
      )}
      {post.status === 'flagged' && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={`Restore ${name}`}
          onClick={() => mark('published', 'Post restored')}
        >
          Restore
        </Button>
      )}
      <Button
        size="small"
        color="error"
        disabled={isBusy}
        aria-label={`Remove ${name}`}
        onClick={() =>
          ask({
            title: 'Remove this post?',
            text: `“${post.title ?? 'Without a title'}” goes for good, with its comments and reactions.`,
            yes: 'Remove',
            act: remove,
          })
        }
      >
        Remove
      </Button>
      {dialog}
    </>
  );
}
