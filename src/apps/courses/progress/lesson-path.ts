import type { Lesson } from '../curriculum/lesson.entity.js';

type LessonColumns = Pick<Lesson, 'id' | 'title' | 'kind' | 'required' | 'ref_id'>;

/** A published lesson in the student's order, with the student's progress in it. */
export interface Step extends LessonColumns {
  module_id: string;
  module_title: string;
  /** Null: from the start. */
  opens_at: Date | null;
  /** Its day has not come. */
  is_early: boolean;
  position_seconds: number | null;
  position_at: Date | null;
  completed_at: Date | null;
}

const day = (at: Date) => at.toISOString().slice(0, 10);

/** The published lessons of a course in their order, as one student meets them. */
export class LessonPath {
  private readonly places: Map<string, number>;

  constructor(
    readonly steps: Step[],
    /** The ids of lessons that nobody can complete, because what they stand for is gone. */
    private readonly gone: Set<string>,
    private readonly sequential: boolean,
  ) {
    this.places = new Map(steps.map(({ id }, at) => [id, at]));
  }

  step(id: string): Step | undefined {
    return this.steps[this.places.get(id) ?? -1];
  }

  /** Why the lesson is locked; undefined where it is open. A completed lesson stays open. */
  reason(id: string): string | undefined {
    const step = this.step(id);
    if (!step || step.completed_at) return undefined;
    if (step.is_early) return `Lesson opens on ${day(step.opens_at as Date)}`;
    const before = this.sequential ? this.firstToDo(this.places.get(id) as number) : undefined;
    return before && `Complete ${before.title} first`;
  }

  neighbours(id: string): { previous_lesson_id: string | null; next_lesson_id: string | null } {
    const at = this.places.get(id) ?? Number.NaN;
    return {
      previous_lesson_id: this.steps[at - 1]?.id ?? null,
      next_lesson_id: this.steps[at + 1]?.id ?? null,
    };
  }

  /** The lesson to continue with: the first that is not completed. */
  get next(): Step | undefined {
    return this.steps.find(({ id, completed_at }) => !completed_at && !this.gone.has(id));
  }

  get required(): { total: number; done: number } {
    const required = this.steps.filter((step) => this.counts(step));
    return { total: required.length, done: required.filter((step) => step.completed_at).length };
  }

  counts({ id, required }: Step): boolean {
    return required && !this.gone.has(id);
  }

  /** Searched once for the whole path, as every later lesson waits for the same one. */
  private firstToDo(before: number): Step | undefined {
    this.toDo ??= this.steps.findIndex((step) => this.counts(step) && !step.completed_at);
    return this.toDo >= 0 && this.toDo < before ? this.steps[this.toDo] : undefined;
  }

  private toDo: number | undefined;
}
