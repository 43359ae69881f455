import { IsBoolean, IsInt, IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { COURSE, type Course, isTaughtBy } from '../catalogue/course.entity.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { LessonAccessService } from '../progress/lesson-access.service.js';
import type { LessonPath } from '../progress/lesson-path.js';

class Input {
  @Uuid() course_id!: string;
  @Optional() @Uuid() user_id?: string;
}

class LessonState {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsString() kind!: string;
  @IsBoolean() required!: boolean;
  @Nullable() @Time() completed_at!: Date | null;
  @IsInt() position_seconds!: number;
  @IsBoolean() locked!: boolean;
  @Nullable() @Time() opens_at!: Date | null;
  /** Why it is locked. */
  @Nullable() @IsString() reason!: string | null;
}

class ModuleState {
  @Uuid() id!: string;
  @IsString() title!: string;
  @ListOf(() => LessonState) lessons!: LessonState[];
}

class ProgressView {
  @Uuid() course_id!: string;
  @Uuid() user_id!: string;
  @IsInt() percent!: number;
  @IsInt() required_done!: number;
  @IsInt() required_total!: number;
  @Nullable() @Time() completed_at!: Date | null;
  @Nullable() @Uuid() next_lesson_id!: string | null;
  @ListOf(() => ModuleState) modules!: ModuleState[];
}

class Result extends answerWith('progress', () => ProgressView) {}

@Action('get-progress', {
  access: 'authenticated',
  target: COURSE,
  description: 'How far the caller has come, or one of the students of who teaches; and what is locked until when.',
  input: Input,
  result: Result,
  refuses: { 404: ['Enrollment not found'] },
})
export class GetProgress {
  constructor(
    private readonly enrollments: EnrollmentRepository,
    private readonly lessonAccess: LessonAccessService,
  ) {}

  async run({ input: { user_id }, caller, target: course }: Call<Input, Course>) {
    const student = user_id ?? caller.id;
    if (student !== caller.id && !isTaughtBy(course, caller)) throw notFound('Enrollment');
    const enrollment = await this.enrollments.current(course.id, student);
    if (!enrollment) throw notFound('Enrollment');
    const path = await this.lessonAccess.path(course, enrollment.id);
    const { done, total } = path.required;
    return {
      progress: {
        course_id: course.id,
        user_id: student,
        percent: total ? Math.floor((done * 100) / total) : 0,
        required_done: done,
        required_total: total,
        completed_at: enrollment.completed_at,
        next_lesson_id: path.next?.id ?? null,
        modules: modulesOf(path),
      },
    };
  }
}

function modulesOf(path: LessonPath): ModuleState[] {
  const modules = new Map<string, ModuleState>();
  for (const { id, title, kind, required, completed_at, opens_at, position_seconds, ...step } of path.steps) {
    const module = modules.get(step.module_id) ?? {
      id: step.module_id,
      title: step.module_title,
      lessons: [],
    };
    const reason = path.reason(id) ?? null;
    const state = { completed_at, position_seconds: position_seconds ?? 0, locked: reason !== null };
    module.lessons.push({ id, title, kind, required, ...state, opens_at, reason });
    modules.set(module.id, module);
  }
  return [...modules.values()];
}
