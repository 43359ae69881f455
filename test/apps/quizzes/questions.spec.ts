import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { ALL, Classroom, ORDER, PAIRS, PRIMES, SUM, TRUE } from './classroom.js';

let room: Classroom;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  room = await Classroom.start();
  [ann, bob] = (await room.people(2)) as [Account, Account];
});
afterAll(() => room.stop());

const add = (quiz: { id: string }, ...questions: object[]) =>
  room.call(ann, 'add-questions', { quiz_id: quiz.id, questions });

describe('questions', () => {
  it('are added all or none, and each says what is wrong with it', async () => {
    const quiz = await room.quiz(ann, [], {}, false);
    const wrong: [object, string][] = [
      [{ ...SUM, correct: 3 }, 'correct must be the index of an option'],
      [{ ...SUM, correct: [1] }, 'correct must be the index of an option'],
      [{ ...SUM, options: undefined }, 'options is needed'],
      [{ ...PRIMES, correct: [] }, 'correct must list the indexes of options, each once'],
      [{ ...PRIMES, correct: [0, 0] }, 'correct must list the indexes of options, each once'],
      [{ ...PRIMES, correct: [4] }, 'correct must list the indexes of options, each once'],
      [{ ...TRUE, correct: 1 }, 'correct must be true or false'],
      [{ type: 'short_text', prompt: 'x' }, 'accepted is needed'],
      [{ type: 'numeric', prompt: 'x' }, 'value is needed'],
      [{ type: 'matching', prompt: 'x' }, 'pairs is needed'],
      [{ type: 'ordering', prompt: 'x' }, 'items is needed'],
      [{ ...TRUE, options: ['a', 'b'] }, 'options does not belong to true_false'],
    ];
    for (const [question, what] of wrong) await add(quiz, TRUE, question).expect(400, { error: `Question 2: ${what}` });
    for (const question of [
      { ...TRUE, type: 'riddle' },
      { ...TRUE, points: 1000.5 },
      { ...TRUE, points: 0.001 },
      { ...TRUE, points: 1e-7 },
      { ...SUM, options: ['a'] },
      { ...SUM, correct: -1 },
      { ...TRUE, prompt: ' ' },
      { type: 'true_false', correct: true },
    ])
      expect((await add(quiz, question).expect(400)).body.error).toBe('Validation error');
    expect((await room.get(ann, quiz)).questions).toEqual([]);
    expect((await add(quiz, ...ALL).expect(200)).body.questions.map(({ position }: any) => position)).toEqual(
      ALL.map((_, at) => at),
    );
    expect((await room.get(ann, quiz)).quiz.questions_count).toBe(ALL.length);
  });

  it('are at most 300, however many come at once', async () => {
    const quiz = await room.quiz(ann, [], {}, false);
    await room.rows(
      `INSERT INTO ext_quizzes.questions (quiz_id, type, prompt, data, answer, position)
       SELECT $1, 'true_false', 'x', '{}', '{"correct":true}', n FROM generate_series(0, 269) n`,
      quiz.id,
    );
    await room.rows('UPDATE ext_quizzes.quizzes SET questions_count = 270 WHERE id = $1', quiz.id);
    const answers = await atOnce(20, () => add(quiz, ...Array.from({ length: 10 }, () => TRUE)));
    expect(tally(answers)).toEqual({ 200: 3, 409: 17 });
    await add(quiz, TRUE).expect(409, { error: 'Question limit reached' });
    expect((await room.get(ann, quiz)).quiz.questions_count).toBe(300);
  });

  it('are changed freely before anybody has begun, and keep the ids of what they had', async () => {
    const quiz = await room.quiz(ann, ALL);
    const change = async (at: number, more: object) =>
      (await room.ask(ann, 'update-question', { question_id: quiz.questions[at].id, ...more })).question;
    const [sum, primes, , , , pairs, order] = quiz.questions;
    const longer = await change(0, { options: ['5', 'four', '3', '2'], points: 3, regrade: 'everyone' });
    expect(longer).toMatchObject({ points: 3, key_version: 1, answer: sum.answer });
    expect(longer.data.options.slice(0, 3).map(({ id }: any) => id)).toEqual(sum.data.options.map(({ id }: any) => id));
    const one = { question_id: sum.id, options: ['a'] };
    await room.call(ann, 'update-question', one).expect(400);
    const gone = { question_id: primes.id, options: ['2', '4'] };
    expect((await room.call(ann, 'update-question', gone).expect(400)).body.details).toEqual([
      { field: 'correct', message: 'correct is needed, as an option that was right is gone' },
    ]);
    await room.call(ann, 'update-question', { question_id: sum.id, items: ['a', 'b'] }).expect(400);
    expect((await change(1, { correct: [1] })).answer.correct).toEqual([primes.data.options[1].id]);
    expect((await change(2, { correct: false, explanation: 'No.' })).answer).toEqual({ correct: false });
    expect((await change(3, { case_sensitive: true })).answer).toEqual({
      accepted: ['Paris', 'à Paris'],
      case_sensitive: true,
    });
    expect((await change(4, { tolerance: 0 })).answer).toEqual({ value: 1, tolerance: 0 });
    expect((await change(5, { prompt: 'Whose is it?' })).answer).toEqual(pairs.answer);
    const items = [...ORDER.items].reverse();
    expect((await change(6, { items })).answer).toEqual(order.answer);
    expect((await change(7, { max_words: null })).data).toEqual({ max_words: null });
  });

  it('go for good while nobody has them, and are put into another order', async () => {
    const quiz = await room.quiz(ann, [SUM, TRUE, PAIRS]);
    const ids = quiz.questions.map(({ id }: any) => id);
    const reorder = (question_ids: string[]) => room.call(ann, 'reorder-questions', { quiz_id: quiz.id, question_ids });
    const error = 'The order must list every question once';
    for (const wrong of [[], ids.slice(1), [...ids, ids[0]], [ids[0], ids[0], ids[1]], [ids[0], ids[1], randomUUID()]])
      await reorder(wrong).expect(400, { error });
    const { body } = await reorder([ids[2], ids[0], ids[1]]).expect(200);
    expect(body.questions.map(({ id }: any) => id)).toEqual([ids[2], ids[0], ids[1]]);
    await room.update(ann, quiz, { draw_count: 2 });
    const remove = (question_id: string) => room.call(ann, 'delete-question', { question_id });
    expect((await remove(ids[0]).expect(200)).body).toEqual({ message: 'Question deleted', regrading: 0 });
    await remove(ids[1]).expect(409, { error: 'draw_count is above the number of questions' });
    await room.update(ann, quiz, { draw_count: null });
    await remove(ids[1]).expect(200);
    await remove(ids[2]).expect(409, { error: 'A published quiz needs a question' });
    await remove(ids[0]).expect(404, { error: 'Question not found' });
    await room.refused(bob, 'delete-question', { question_id: ids[2] }, 403, 'Forbidden');
    expect((await room.get(ann, quiz)).quiz.questions_count).toBe(1);
  });

  it('have a picture that their writer has uploaded', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const upload = async (who: Account, name: string, bytes: Buffer) => {
      const { body } = await who.client.post('/v1/files').attach('file', bytes, name).expect(201);
      return body.file.id as string;
    };
    const quiz = await room.quiz(ann, [], {}, false);
    const [image, other, text, foreign] = [
      await upload(ann, 'a.png', png),
      await upload(ann, 'b.png', png),
      await upload(ann, 'a.txt', Buffer.from('words')),
      await upload(bob, 'c.png', png),
    ];
    for (const image_file_id of [text, foreign, randomUUID()])
      await add(quiz, { ...TRUE, image_file_id }).expect(404, { error: 'File not found' });
    const [made] = (await add(quiz, { ...TRUE, image_file_id: image }).expect(200)).body.questions;
    expect(made).toMatchObject({ image_file_id: image, image_url: expect.stringContaining('http') });
    await add(quiz, { ...TRUE, image_file_id: image }).expect(400);
    const question_id = made.id;
    await room.refused(ann, 'update-question', { question_id, image_file_id: foreign }, 404, 'File not found');
    const { question } = await room.ask(ann, 'update-question', { question_id, image_file_id: other });
    expect(question.image_file_id).toBe(other);
    const left = () => room.rows('SELECT id FROM files.files WHERE id = ANY ($1::uuid[])', [image, other]);
    expect((await left()).map(({ id }) => id)).toEqual([other]);
    await room.ask(ann, 'delete-question', { question_id });
    expect(await left()).toEqual([]);
  });
});
