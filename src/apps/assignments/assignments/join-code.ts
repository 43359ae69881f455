import { randomInt } from 'node:crypto';

const LENGTH = 8;
/** Nothing that is taken for something else when it is read or typed: no 0, O, 1, L, I. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export const randomCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** As people type it. */
export const codeOf = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase();
