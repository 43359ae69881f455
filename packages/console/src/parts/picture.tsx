import Avatar from '@mui/material/Avatar';

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Pictures of this host alone: another would learn who looks at whom, and the page's policy forbids it. This machine
 * has several names, and the service knows itself by one.
 */
export function here(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url, location.origin)) return undefined;
  const { origin, hostname, port, pathname, search } = new URL(url, location.origin);
  const isThisMachine = port === location.port && LOCAL.test(hostname) && LOCAL.test(location.hostname);
  return origin === location.origin || isThisMachine ? pathname + search : undefined;
}

interface Props {
  url?: string | null;
  name: string;
  size?: number;
  isSquare?: boolean;
}

export function Picture({ url, name, size = 36, isSquare = false }: Props) {
  const initials = name
    .split(/[\s_]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
  return (
    <Avatar
      alt=""
      src={here(url)}
      variant={isSquare ? 'rounded' : 'circular'}
      sx={{
        width: size,
        height: size,
        fontSize: size * 0.4,
        bgcolor: 'action.selected',
        color: 'text.secondary',
      }}
      slotProps={{ img: { style: { objectFit: isSquare ? 'contain' : 'cover' }, loading: 'lazy' } }}
    >
      {initials}
    </Avatar>
  );
}
