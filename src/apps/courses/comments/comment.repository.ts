import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { iso, jsonList, jsonObject, sql } from '../../../platform/database/sql.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { CourseComment } from './comment.entity.js';
import { personBy } from '../../kernel/rows/person.js';
import type { CommentView, ThreadView } from './comment.views.js';

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
const IN_THREAD = sql(
  'courses_comment_writers',
  `SELECT DISTINCT owner_id AS id FROM ext_courses.comments
   WHERE (id = $1 OR parent_id = $1) AND deleted_at IS NULL`,
);
const PAGE = new Keyset({ name: 'courses-comments', defaultLimit: 20, maxLimit: 100 });

@AppProvider()
export class CommentRepository extends EntityRepository<CourseComment> {
  protected readonly entity = CourseComment;

  list(of: { lesson_id: string } | { course_id: string }, isUnanswered: boolean, query: PageQuery) {
    type Row = { id: string; created_at: Date; comment: ThreadView };
    const [statement, id] = 'lesson_id' in of ? [OF_LESSON, of.lesson_id] : [OF_COURSE, of.course_id];
    return this.newest<Row>(PAGE, query, statement, [id, isUnanswered]);
  }

  async show(id: string): Promise<CommentView> {
    return (await this.onlyOne<{ comment: CommentView }>(SHOW, id)).comment;
  }

  /** The ids of the users who have written in a thread. */
  async writers(topId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(IN_THREAD, topId)).map(({ id }) => id);
  }
}
