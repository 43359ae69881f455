import { AppProvider } from '../../kernel/app-provider.js';
import { CourseNews } from '../course-news.js';
import { type Course, teacherOf } from '../entities/course.entity.js';
import type { Enrollment } from '../entities/enrollment.entity.js';
import { CourseAccess } from './access.js';
import { EnrollmentRepository } from './enrollment.repository.js';
import { GrantRepository } from './grant.repository.js';

/** What a teacher gives for nothing, in a course that is locked. */
@AppProvider()
export class GrantAccessByHand {
  constructor(
    private readonly access: CourseAccess,
    private readonly enrollments: EnrollmentRepository,
    private readonly grants: GrantRepository,
    private readonly news: CourseNews,
  ) {}

  async run(course: Course, teacherId: string, userIds: string[], days: number | null) {
    const asked = [...new Set(userIds)];
    const known = await this.grants.users(asked);
    const forGood = (await this.grants.forGood(course.id, asked)).add(teacherOf(course));
    const skipped = asked.flatMap((user_id) => {
      if (!known.has(user_id)) return [{ user_id, reason: 'User not found' }];
      return forGood.has(user_id) ? [{ user_id, reason: 'Already has access for good' }] : [];
    });
    await this.enrollments.letIn(course.id, asked);
    const left = asked.filter((id) => known.has(id) && !forGood.has(id));
    const given = await this.give(course, left, days);
    this.news.enrolled(course, left, teacherId);
    const order = new Map(left.map((id, at) => [id, at]));
    given.sort((a, b) => (order.get(a.owner_id) as number) - (order.get(b.owner_id) as number));
    return { enrollments: given, skipped };
  }

  private async give(course: Course, userIds: string[], days: number | null): Promise<Enrollment[]> {
    if (!userIds.length) return [];
    const grant = { source: 'teacher', source_id: null, days, extends: true } as const;
    return this.access.grant(course, userIds, grant);
  }
}
