import { documentNumber, isNumberFormat, seriesPeriod } from '../../../src/apps/invoicing/documents/numbers.policy.js';
import { stateOf } from '../../../src/apps/invoicing/documents/state.js';

describe('numbers', () => {
  it('are written by their format', () => {
    expect(documentNumber('INV-{YYYY}-{SEQ:4}', '2030-03-31', 7)).toBe('INV-2030-0007');
    expect(documentNumber('{YY}{MM}/{SEQ:1}', '2030-03-31', 12_345)).toBe('3003/12345');
  });

  it('begin anew with what their format names', () => {
    expect(seriesPeriod('{SEQ:4}', '2030-03-31')).toBe('');
    expect(seriesPeriod('{YY}-{SEQ:4}', '2030-03-31')).toBe('2030');
    expect(seriesPeriod('{YYYY}{MM}-{SEQ:4}', '2030-03-31')).toBe('203003');
  });

  it.each([
    ['INV-{YYYY}-{SEQ:4}', true],
    ['{SEQ:1}', true],
    ['INV-{YYYY}', false],
    ['{SEQ:0}', false],
    ['{SEQ:4}{SEQ:4}', false],
    ['{MM}-{SEQ:4}', false],
    ['{DD}-{SEQ:4}', false],
    [`${'I'.repeat(31)}{SEQ:4}`, false],
  ])('of %s: %s', (format, expected) => {
    expect(isNumberFormat(format)).toBe(expected);
  });
});

describe('the state', () => {
  const issued = {
    status: 'issued',
    total_minor: 100,
    paid_minor: 0,
    credited_minor: 0,
    due_date: '2030-03-31',
  } as const;

  it('follows from sums and the day', () => {
    expect(stateOf(issued, '2030-03-31')).toBe('open');
    expect(stateOf(issued, '2030-04-01')).toBe('overdue');
    expect(stateOf({ ...issued, credited_minor: 1 }, '2030-03-31')).toBe('partially_paid');
    expect(stateOf({ ...issued, paid_minor: 60, credited_minor: 40 }, '2031-01-01')).toBe('paid');
    expect(stateOf({ ...issued, total_minor: 0 }, '2030-03-31')).toBe('paid');
    expect(stateOf({ ...issued, status: 'void' }, '2031-01-01')).toBe('void');
    expect(stateOf({ ...issued, status: 'draft' }, '2031-01-01')).toBe('draft');
  });
});
