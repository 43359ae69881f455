/**
 * A pseudo-random number from 0 to 1, evenly distributed and the same for the same number. Each use has its own seed.
 */
export const drawn = (seed: number, number: string) =>
  `(((hashint8extended((${number})::bigint, ${seed}) & 4294967295)::float8 + 0.5) / 4294967296)`;

/**
 * A number from 0 upwards with this average: half of them are below half the average, a few are a thousand
 * times as large.
 */
export const skewed = (seed: number, number: string, average: number) =>
  `floor(${average} / sqrt(${drawn(seed, number)}) - ${average} + ${drawn(seed + 1, number)})::int`;

/** A UUID derived from a number and a part below 4096. Like UUIDs of version 7 it grows with the number. */
export const keyOf = (kind: string, number: string, part = '0') =>
  `(lpad(to_hex(${number}), 12, '0') || '7' || lpad(to_hex(${part}), 3, '0') || '8'
    || substr(md5('${kind} ' || ${number} || ' ' || ${part}), 1, 15))::uuid`;

const TEXT = `Morning light over the old harbour and the first boats come in while bakers open their doors
Yesterday we finished the garden wall with stones from the river and it finally looks like home
Does anybody know a good place to repair a violin in this town or should I travel for it
Three years ago I started painting small birds every evening and now there is a whole shelf of them
The new recipe needs less sugar more lemon and twenty minutes longer than the book says
Our team won the match after a slow first half because nobody stopped running until the end
Reading in the train makes the way to work short although the best chapters always end too early
What began as a joke among friends has become a market with music lanterns and far too much cake`;

/** Consecutive words of the sample text, from position `start`. */
export const words = (start: string, count: string) => `array_to_string(
  (string_to_array(repeat('${TEXT.replaceAll('\n', ' ')} ', 5), ' '))[1 + ${start} : ${start} + ${count}], ' ')`;
