import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, newestFirst, type PageQuery } from '../../../platform/database/page.js';
import { iso, jsonList, jsonObject } from '../../../platform/database/json.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { CourseComment } from '../entities/course-comment.entity.js';
import { personBy } from '../../kernel/rows/person.js';

const REPLIES = 50;

const columns = (t: string) => ({
  id: `${t}.id`,
  course_id: `${t}.course_id`,
  lesson_id: `${t}.lesson_id`,
  parent_id: `${t}.parent_id`,
  // Of what was deleted, only its place is left.
  owner_id: `CASE WHEN ${t}.deleted_at IS NULL THEN ${t}.owner_id END`,
  writer: `CASE WHEN ${t}.deleted_at IS NULL THEN ${personBy(`${t}.owner_id`)} END`,
  body: `${t}.body`,
  by_teacher: `coalesce(${t}.owner_id = c.owner_id, false)`,
  answered: `${t}.answered`,
  deleted_at: iso(`${t}.deleted_at`),
  created_at: iso(`${t}.created_at`),
  updated_at: iso(`${t}.updated_at`),
});

const THREAD = jsonObject({
  ...columns('t'),
  replies: `(SELECT ${jsonList(jsonObject(columns('r')), 'r.created_at, r.id')} FROM (
    SELECT * FROM ext_courses.comments WHERE parent_id = t.id ORDER BY created_at, id LIMIT ${REPLIES}) r)`,
});
const threads = (where: string) => `SELECT t.id, t.created_at, ${THREAD} AS comment
  FROM ext_courses.comments t JOIN ext_courses.courses c ON c.id = t.course_id
  WHERE ${where} AND t.parent_id IS NULL
    AND (NOT $2::boolean OR (NOT t.answered AND t.deleted_at IS NULL AND t.owner_id <> c.owner_id))
    AND (t.created_at, t.id) < ($3, $4::uuid)
  ORDER BY t.created_at DESC, t.id DESC LIMIT $5`;

const OF_LESSON = sql('courses_comments_of_lesson', threads('t.lesson_id = $1'));
const OF_COURSE = sql('courses_comments_of_course', threads('t.course_id = $1'));
const SHOW = sql(
  'courses_comment_show',
  `SELECT ${jsonObject(columns('t'))} AS comment FROM ext_courses.comments t
   JOIN ext_courses.courses c ON c.id = t.course_id WHERE t.id = $1`,
);
// Kept from being deleted while somebody replies to it.
const PARENT = sql(
  'courses_comment_parent',
  `SELECT * FROM ext_courses.comments WHERE id = $1 AND lesson_id = $2 AND deleted_at IS NULL FOR KEY SHARE`,
);
const INSERT = sql(
  'courses_comment_insert',
  `INSERT INTO ext_courses.comments (owner_id, course_id, lesson_id, parent_id, body)
   VALUES ($1, $2, $3, $4, $5) RETURNING *`,
);
const ANSWERED = sql(
  'courses_comment_answered',
  'UPDATE ext_courses.comments SET answered = true, updated_at = now() WHERE id = $1 AND NOT answered',
);
const IN_THREAD = sql(
  'courses_comment_writers',
  `SELECT DISTINCT owner_id AS id FROM ext_courses.comments
   WHERE (id = $1 OR parent_id = $1) AND deleted_at IS NULL`,
);
const HAS_REPLIES = sql('courses_comment_has_replies', 'SELECT FROM ext_courses.comments WHERE parent_id = $1 LIMIT 1');
const LOCK = sql('courses_comment_lock', 'SELECT FROM ext_courses.comments WHERE id = $1 FOR UPDATE');
const MARK = sql(
  'courses_comment_mark',
  `UPDATE ext_courses.comments SET body = '', deleted_at = now(), updated_at = now() WHERE id = $1`,
);
const DELETE = sql('courses_comment_delete', 'DELETE FROM ext_courses.comments WHERE id = $1');

const PAGE = new Keyset({ name: 'courses-comments', defaultLimit: 20, maxLimit: 100 });

export type NewComment = Pick<CourseComment, 'owner_id' | 'course_id' | 'lesson_id' | 'parent_id' | 'body'>;

@AppProvider()
export class CommentRepository extends BaseRepository {
  async list(of: { lesson_id: string } | { course_id: string }, isUnanswered: boolean, query: PageQuery) {
    type Row = { id: string; created_at: Date; comment: object };
    const slice = PAGE.read(query);
    const [statement, id] = 'lesson_id' in of ? [OF_LESSON, of.lesson_id] : [OF_COURSE, of.course_id];
    const found = await this.rows<Row>(statement, id, isUnanswered, ...newestFirst(slice));
    return PAGE.cut(found, slice, (row) => [row.created_at, row.id]);
  }

  async show(id: string): Promise<object> {
    return ((await this.one<{ comment: object }>(SHOW, id)) as { comment: object }).comment;
  }

  /** Under the same lesson. */
  parent(id: string, lessonId: string): Promise<CourseComment | undefined> {
    return this.one<CourseComment>(PARENT, id, lessonId);
  }

  async insert({ owner_id, course_id, lesson_id, parent_id, body }: NewComment): Promise<CourseComment> {
    const values = [owner_id, course_id, lesson_id, parent_id, body];
    return (await this.one<CourseComment>(INSERT, ...values)) as CourseComment;
  }

  async answered(id: string): Promise<void> {
    await this.count(ANSWERED, id);
  }

  /** Who has written on top and below. */
  async writers(topId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(IN_THREAD, topId)).map(({ id }) => id);
  }

  /** One with replies stays as an empty mark. */
  async delete(id: string): Promise<void> {
    await this.rows(LOCK, id);
    const hasReplies = (await this.rows(HAS_REPLIES, id)).length > 0;
    await this.count(hasReplies ? MARK : DELETE, id);
  }
}
