import { noticePage } from '@community-platform/pages';
import { pageAnswer, type PublicAnswer } from '../../kernel/pages/public-answers.js';

/** From which address a page is opened: on a host of codes alone, the root is one step away. */
export interface Place {
  isOwnHost: boolean;
}

const notice = (title: string, text: string, { isOwnHost }: Place) =>
  noticePage({ mark: 'cross', title, text, links: [], root: isOwnHost ? './' : '../../../../' });

export const missingPage = (place: Place): PublicAnswer =>
  pageAnswer(notice('This code leads nowhere', 'It is paused, or there is no such code.', place), { status: 404 });

export const gonePage = (place: Place): PublicAnswer =>
  pageAnswer(notice('This code has ended', 'Its owner has ended it, or its time is over.', place), { status: 410 });
