const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function When({ at, isExact = false }: { at: string | null | undefined; isExact?: boolean }) {
  if (!at) return null;
  const date = new Date(at);
  return (
    <time dateTime={at} title={MOMENT.format(date)} style={{ whiteSpace: 'nowrap' }}>
      {(isExact ? MOMENT : DAY).format(date)}
    </time>
  );
}
