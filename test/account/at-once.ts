/** Starts the same call many times before any of them is answered. */
export function atOnce<T>(count: number, call: (index: number) => PromiseLike<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

/** The number of answers by status: `{ 201: 1, 409: 19 }`. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The distinct bodies of the refused answers. */
export function refusals(answers: { status: number; body: unknown }[]): unknown[] {
  const told = answers.filter(({ status }) => status >= 400).map(({ body }) => JSON.stringify(body));
  return [...new Set(told)].map((body) => JSON.parse(body) as unknown);
}
