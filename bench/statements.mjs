import 'reflect-metadata';

const MODULE = new URL('../dist/app.module.js', import.meta.url);
const SQL = new URL('../dist/platform/database/sql.js', import.meta.url);

/** Of our own statements those that the bare server runs too, by name, so that PostgreSQL does the same for both. */
const SHARED = [
  'feed_page',
  'post_single',
  'post_hold',
  'reaction_set',
  'comment_insert',
  'room_lock',
  'room_message_write',
  'realtime_append',
  'notification_add',
  'outbox_record',
  'shortlinks_visited',
  'shortlinks_click',
];

export async function statementTexts() {
  await import(MODULE);
  const { textOf } = await import(SQL);
  return Object.fromEntries(SHARED.map((name) => [name, textOf(name)]));
}
