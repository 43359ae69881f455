/** Evenly from 0 to 1, the same for the same number: each use has a seed of its own. */
export const drawn = (seed: number, number: string) =>
  `(((hashint8extended((${number})::bigint, ${seed}) & 4294967295)::float8 + 0.5) / 4294967296)`;

/** From 0 upwards with this average: half of them below its half, a few a thousand times as much. */
export const skewed = (seed: number, number: string, average: number) =>
  `floor(${average} / sqrt(${drawn(seed, number)}) - ${average} + ${drawn(seed + 1, number)})::int`;

/** A UUID that follows from a number, and from another below 4096: like those of version 7 it grows with the first. */
export const keyOf = (kind: string, number: string, part = '0') =>
  `(lpad(to_hex(${number}), 12, '0') || '7' || lpad(to_hex(${part}), 3, '0') || '8'
    || substr(md5('${kind} ' || ${number} || ' ' || ${part}), 1, 15))::uuid`;

/** The demonstration's accounts of the numbers up to this one: `ids`, an array, and `many`, how long it is. */
export const peopleUpTo = (last: string) => `
  SELECT array_agg(id ORDER BY number) AS ids, count(*)::int AS many FROM (
    SELECT id, substring(email FROM '^person(\\d{1,8})@')::int AS number
    FROM account.users WHERE email LIKE 'person%@demo.example'
  ) numbered WHERE number <= ${last}`;

const TEXT = `Morning light over the old harbour and the first boats come in while bakers open their doors
Yesterday we finished the garden wall with stones from the river and it finally looks like home
Does anybody know a good place to repair a violin in this town or should I travel for it
Three years ago I started painting small birds every evening and now there is a whole shelf of them
The new recipe needs less sugar more lemon and twenty minutes longer than the book says
Our team won the match after a slow first half because nobody stopped running until the end
Reading in the train makes the way to work short although the best chapters always end too early
What began as a joke among friends has become a market with music lanterns and far too much cake`;

/** Words in a row, from anywhere in a text: as many as the second says. */
export const words = (start: string, count: string) => `array_to_string(
  (string_to_array(repeat('${TEXT.replaceAll('\n', ' ')} ', 5), ' '))[1 + ${start} : ${start} + ${count}], ' ')`;
