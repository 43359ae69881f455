import { IsBoolean, IsInt, IsString } from 'class-validator';
import { ListOf, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import type { LessonPath } from './lesson-path.js';

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

export class ProgressView {
  @Uuid() course_id!: string;
  @Uuid() user_id!: string;
  @IsInt() percent!: number;
  @IsInt() required_done!: number;
  @IsInt() required_total!: number;
  @Nullable() @Time() completed_at!: Date | null;
  @Nullable() @Uuid() next_lesson_id!: string | null;
  @ListOf(() => ModuleState) modules!: ModuleState[];
}

export function modulesOf(path: LessonPath): ModuleState[] {
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
