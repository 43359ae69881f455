/** Parts of at most so many characters, at the borders of paragraphs where there are any. */
export function partsOf(text: string, most: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > most) {
    const window = text.slice(from, from + most);
    const border = ['\n\n', '\n', ' '].map((sign) => window.lastIndexOf(sign)).find((place) => place > most / 2);
    let end = from + (border ?? most);
    if (/[\uDC00-\uDFFF]/.test(text[end] as string)) end--;
    parts.push(text.slice(from, end));
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
