const SURROGATE = /[\uD800-\uDBFF]/;

/** Turns places in a JavaScript string, which count UTF-16 units, into the code points before them, for rising places. */
export function codePointsOf(text: string): (place: number) => number {
  if (!SURROGATE.test(text)) return (place) => place;
  let [unit, points] = [0, 0];
  return (place) => {
    if (place < unit) [unit, points] = [0, 0];
    while (unit < place) {
      unit += (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
      points++;
    }
    return points;
  };
}

/** Turns code points into a place of the string; the end of the text if there are fewer. */
export function placeOf(text: string, points: number): number {
  if (!SURROGATE.test(text)) return Math.min(points, text.length);
  let unit = 0;
  for (let n = 0; n < points && unit < text.length; n++) unit += (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
  return unit;
}

export const countPoints = (text: string) => codePointsOf(text)(text.length);

export const countWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu)?.length ?? 0;

/** What a model makes of it, as a rule. */
export const estimateTokens = (text: string) => Math.ceil(text.length / 4);
