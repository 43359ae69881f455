import { randomInt } from 'node:crypto';
import type { Drawn } from '../entities/quiz-attempt.entity.js';
import type { Choice, QuestionData, Quiz, QuizQuestion } from '../entities/quiz.entity.js';

/** Draws the questions of an attempt and their order. It is stored, so that the paper is the same each time. */
export function drawn(quiz: Quiz, questions: QuizQuestion[]): Drawn[] {
  const open = questions.filter(({ retired_at }) => !retired_at);
  const chosen = quiz.draw_count === null ? open : some(open, quiz.draw_count);
  const ordered = quiz.shuffle_questions ? shuffled(chosen) : chosen;
  return ordered.map(({ id, points, key_version, data }) => {
    const order = orderOf(data, quiz.shuffle_options);
    return { id, points, key_version, ...(order && { order }) };
  });
}

/** The question as the taker sees it, in the order of the attempt. */
export function dataOn(data: QuestionData, { order }: Pick<Drawn, 'order'>): QuestionData {
  if (!order) return data;
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  const sorted = (choices: Choice[]) => [...choices].sort((a, b) => place(a.id) - place(b.id));
  const { options, rights, items } = data;
  return {
    ...data,
    ...(options && { options: sorted(options) }),
    ...(rights && { rights: sorted(rights) }),
    ...(items && { items: sorted(items) }),
  };
}

export const pointsOf = (layout: Drawn[]) => layout.reduce((sum, { points }) => sum + points * 100, 0) / 100;

function orderOf({ options, rights, items }: QuestionData, shuffleOptions: boolean): string[] | undefined {
  const choices = rights ?? items ?? (shuffleOptions ? options : undefined);
  return choices && shuffled(choices.map(({ id }) => id));
}

/** A random choice of so many, in the original order. */
function some<T>(all: T[], count: number): T[] {
  const places = shuffled([...all.keys()]).slice(0, count);
  return places.sort((a, b) => a - b).map((at) => all[at] as T);
}

function shuffled<T>(all: T[]): T[] {
  const cards = [...all];
  for (let at = cards.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [cards[at], cards[other]] = [cards[other] as T, cards[at] as T];
  }
  return cards;
}
