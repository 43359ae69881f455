import { noticePage } from '@community-platform/pages';
import { pageAnswer } from '../../kernel/pages/public-answers.js';

/** On a host of codes alone, the root is one step away, and an address cannot lead above it. */
const notice = (status: number, title: string, text: string) =>
  pageAnswer(noticePage({ mark: 'cross', title, text, links: [], root: '../../../../' }), { status });

export const MISSING = notice(404, 'This code leads nowhere', 'It is paused, or there is no such code.');
export const GONE = notice(410, 'This code has ended', 'Its owner has ended it, or its time is over.');
