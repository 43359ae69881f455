import { AppProvider } from '../../kernel/app-provider.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import type { LessonKind } from './lesson.entity.js';
import { type LinkedLesson, LessonRepository } from './lesson.repository.js';

interface LinkedKind {
  app: 'quizzes' | 'assignments' | 'live-sessions';
  thing: string;
}

const KINDS: { [kind in LessonKind]?: LinkedKind } = {
  quiz: { app: 'quizzes', thing: 'Quiz' },
  assignment: { app: 'assignments', thing: 'Assignment' },
  live_session: { app: 'live-sessions', thing: 'Live session' },
};

export const isLinkedKind = (kind: LessonKind) => kind in KINDS;

/** Lessons that stand for a quiz, an assignment or a live session, which other apps have. */
@AppProvider()
export class LinkedLessonsService {
  constructor(
    private readonly services: AppServices,
    private readonly lessons: LessonRepository,
  ) {}

  /** Refuses what is not there, or not the teacher's. */
  async expect(kind: LessonKind, refId: string, ownerId: string): Promise<void> {
    const { app, thing } = KINDS[kind] as LinkedKind;
    const found = await this.services.of(app)?.describe([refId]);
    if (!found?.some(({ id, owner_id }) => id === refId && owner_id === ownerId)) throw notFound(thing);
  }

  /** The ids of lessons whose things are deleted, or have nobody left who would grade them: nobody can complete them. */
  async gone(courseIds: string[]): Promise<string[]> {
    return this.goneAmong(await this.lessons.linked(courseIds));
  }

  /** Each app is asked once. */
  async goneAmong(lessons: LinkedLesson[]): Promise<string[]> {
    const linked = lessons.filter(({ ref_id }) => ref_id !== null);
    const kinds = new Set(linked.map(({ kind }) => kind));
    const there = new Set<string>();
    for (const kind of kinds) {
      const ids = linked.filter((lesson) => lesson.kind === kind).map(({ ref_id }) => ref_id as string);
      const { app } = KINDS[kind] as LinkedKind;
      const found = await this.services.of(app)?.describe(ids);
      for (const { id, owner_id } of found ?? []) if (owner_id !== null) there.add(id);
    }
    return linked.filter(({ ref_id }) => !there.has(ref_id as string)).map(({ id }) => id);
  }
}
