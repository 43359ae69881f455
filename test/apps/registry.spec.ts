import type { ActionDeclaration } from '../../src/apps/kernel/calls/action.js';
import type { AppDeclaration } from '../../src/apps/kernel/app.js';
import {
  action,
  AnyBookInput,
  app,
  Bottle,
  BookInput,
  CoverResult,
  Figures,
  owned,
  Result,
  ShelfFulfilment,
  start,
  target,
  Book,
} from './shelf.js';

describe('the registry', () => {
  it('takes an app that is right', async () => {
    const actions = [
      action('read-book', owned),
      action('lend-book', { ...owned, access: 'authenticated', party: ['owner_id'] }),
      action('find-book', { access: 'public', target, input: AnyBookInput }),
      action('give-book', { changes: true, target, input: AnyBookInput, about: null }),
      action('burn-book', { changes: true, input: BookInput, about: { book: 'book_id' } }),
    ];
    expect(await start(app({ actions }))).toEqual(['shelf']);
    const paid = app({ uses: ['payments'], providers: [ShelfFulfilment] });
    expect(await start(paid)).toEqual(['shelf']);
  });

  it.each<[string, Partial<AppDeclaration>, string]>([
    ['a slug that is none', { slug: 'Shelf', entities: [] }, 'its slug is not made of words and hyphens'],
    ['an entity of another schema', { entities: [Book, Bottle] }, 'Bottle is not in ext_shelf'],
    ['two actions of one name', { actions: [action('read-book'), action('read-book')] }, 'two actions read-book'],
    ['a class that is no action', { actions: [Figures as never] }, 'Figures of shelf is no @Action'],
    ['payments without a fulfilment', { uses: ['payments'] }, 'it uses payments and fulfils none'],
    ['a fulfilment without payments', { providers: [ShelfFulfilment] }, 'it is paid and does not use payments'],
  ])('stops the start for %s', async (_, declared, words) => {
    await expect(start(app(declared))).rejects.toThrow(words);
  });

  it.each<[string, string, Partial<ActionDeclaration>, string]>([
    ['an action for an owner of nothing', 'read-book', { access: 'owner' }, 'is for an owner, and names no target'],
    ['a target that no field names', 'read-book', { ...owned, input: Result }, 'has no field book_id for its target'],
    [
      'an owner whom nobody asks after where a field is left out',
      'read-book',
      { ...owned, input: AnyBookInput },
      'lets book_id be left out, which tells whose it is',
    ],
    [
      'parties whom nobody asks after where a field is left out',
      'read-book',
      { access: 'authenticated', target, party: ['owner_id'], input: AnyBookInput },
      'lets book_id be left out, which tells whose it is',
    ],
    ['a target of another app', 'read-book', { ...owned, target: { ...target, entity: Bottle } }, 'not of its app'],
    [
      'a parent of another app',
      'read-book',
      { ...owned, target: { ...target, via: { entity: Bottle, by: 'x' } } },
      'not of its app',
    ],
    [
      'parties of what is for its owner',
      'read-book',
      { ...owned, party: ['owner_id'] },
      'has parties, and is not for them',
    ],
    ['parties of nothing', 'read-book', { party: ['owner_id'] }, 'has parties, and is not for them'],
    [
      'a change that does not say what it is about',
      'lend-book',
      { changes: true },
      'has no target, and does not say what it is about',
    ],
    [
      'a change of a target that may be left out, with nothing beside it',
      'lend-book',
      { changes: true, target, input: AnyBookInput },
      'has no target, and does not say what it is about',
    ],
    [
      'a change that says twice what it is about',
      'lend-book',
      { ...owned, changes: true, about: 'message' },
      'says what it is about, and its target says that',
    ],
    [
      'a change about what nobody is shown',
      'lend-book',
      { changes: true, about: 'book' },
      'is about book, which neither its result nor its input has',
    ],
    [
      'a change about what has no id',
      'lend-book',
      { changes: true, about: 'cover', result: CoverResult },
      'is about cover, which has no id',
    ],
    [
      'a change about a type that is spelled otherwise',
      'lend-book',
      { changes: true, about: { 'Book title': 'message' } },
      'is about the type Book title',
    ],
    ['asking outside without a change', 'read-book', { outside: true }, 'asks outside, and changes nothing'],
    ['a name that is none', 'readBook', {}, 'is not a name of words and hyphens'],
  ])('stops the start for %s', async (_, name, declared, words) => {
    await expect(start(app({ actions: [action(name, declared)] }))).rejects.toThrow(words);
  });

  it('stops the start for two apps of one slug, and for what is no app', async () => {
    await expect(start(app(), app())).rejects.toThrow('Two apps have the slug shelf');
    await expect(start(Figures)).rejects.toThrow('Figures in the catalogue is no @App');
  });
});
