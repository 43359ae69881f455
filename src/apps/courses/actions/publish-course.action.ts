import { IsBoolean } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CoursePresenter, CourseView } from '../catalogue/course.presenter.js';
import { type Course, NO_TEACHER, teacherOf, COURSE } from '../catalogue/course.entity.js';

class Input {
  @Uuid() course_id!: string;
  @Optional() @IsBoolean() published?: boolean;
}

class Result extends answerWith('course', () => CourseView) {}

@Action('publish-course', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'Into the catalogue, or back to a draft: students keep their access.',
  input: Input,
  result: Result,
  refuses: { 409: ['Add at least one published lesson first', 'Describe the course first', NO_TEACHER] },
})
export class PublishCourse {
  constructor(
    private readonly courses: CourseRepository,
    private readonly presenter: CoursePresenter,
  ) {}

  async run({ input: { published = true }, target }: Call<Input, Course>) {
    teacherOf(target);
    if (published) expectReady(target);
    const changes = published
      ? { status: 'published' as const, published_at: target.published_at ?? new Date() }
      : { status: 'draft' as const };
    const isSame = changes.status === target.status;
    const course = isSame ? target : await this.courses.change(target.id, changes);
    return { course: this.presenter.course(course) };
  }
}

function expectReady({ lessons_count, description }: Course): void {
  if (!lessons_count) throw new Refusal(409, 'Add at least one published lesson first');
  if (!description.trim()) throw new Refusal(409, 'Describe the course first');
}
