/** What is written as a decimal is compared as one: 1.1 − 1.0 is 0.1, whatever binary fractions say. */
export function isWithin(x: number, value: number, tolerance: number): boolean {
  const parts = [x, value, tolerance].map(partsOf);
  const places = Math.max(...parts.map((one) => one.places));
  const [a, b, most] = parts.map(({ digits, places: own }) => digits * 10n ** BigInt(places - own)) as [
    bigint,
    bigint,
    bigint,
  ];
  const apart = a > b ? a - b : b - a;
  return apart <= most;
}

/** `-12.5e3` as digits and how many of them are behind the point. */
function partsOf(number: number): { digits: bigint; places: number } {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}
