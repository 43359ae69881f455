import { Refusal } from '../../../platform/http/refusal.js';

const KNOWN = ['requester.name', 'agent.name', 'ticket.number', 'ticket.subject'] as const;
export type Filling = Record<(typeof KNOWN)[number], string>;

/**
 * The white space around a name is trimmed in code: an expression that has it in three places tries all ways to divide
 * 20,000 blanks between them. What is longer than 100 characters is no placeholder, and stays as it is.
 */
const PLACEHOLDER = /\{\{([^{}]{0,100})\}\}/g;

export function checkPlaceholders(text: string): void {
  for (const [, inner = ''] of text.matchAll(PLACEHOLDER)) {
    const name = inner.trim();
    if (!KNOWN.some((known) => known === name)) throw new Refusal(400, `Unknown placeholder: ${name}`);
  }
}

/** In one go, so that what is filled in is not looked through. */
export const filled = (text: string, filling: Filling) =>
  text.replaceAll(PLACEHOLDER, (whole, inner: string) => filling[inner.trim() as keyof Filling] ?? whole);
