/** A part of a text: places in UTF-16 units, and the heading above. */
export interface Passage {
  heading: string | null;
  start: number;
  end: number;
}

const ABOUT = 1_200;
const MOST = 1_800;
const MOST_HEADING = 400;
const HEADING = /^ {0,3}#{1,6}[ \t]+/;
/** What may close a heading. */
const CLOSING = ' \t#';
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The paragraphs of Markdown, each with the heading above it. A fenced block is one paragraph. */
export function paragraphsOf(text: string): (Passage & { code: boolean })[] {
  const found: (Passage & { code: boolean })[] = [];
  let heading: { text: string; start: number; end: number; used: boolean } | undefined;
  let open: { start: number; end: number; fence?: string } | undefined;
  const close = () => {
    if (open)
      found.push({ heading: heading?.text ?? null, start: open.start, end: open.end, code: open.fence !== undefined });
    if (open && heading) heading.used = true;
    open = undefined;
  };
  // A heading that nothing follows is found by its own words.
  const leave = () => {
    if (heading && !heading.used && heading.start < heading.end)
      found.push({ heading: heading.text, start: heading.start, end: heading.end, code: false });
  };
  for (let at = 0; at <= text.length;) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const line = text.slice(at, end).trimEnd();
    const fence = FENCE.exec(line)?.[1];
    const title = headingIn(line);
    if (open?.fence) {
      open.end = at + line.length;
      if (fence?.startsWith(open.fence)) close();
    } else if (fence) {
      close();
      open = { start: at, end: at + line.length, fence };
    } else if (title) {
      close();
      leave();
      heading = { text: line.slice(title.start, title.end), start: at + title.start, end: at + title.end, used: false };
    } else if (!line.trim()) close();
    else if (open) open.end = at + line.length;
    else open = { start: at + line.length - line.trimStart().length, end: at + line.length };
    at = end + 1;
  }
  close();
  leave();
  return found;
}

/** Where the words of a heading are in its line. A long line is no heading. */
function headingIn(line: string): { start: number; end: number } | undefined {
  const start = line.length > MOST_HEADING ? undefined : HEADING.exec(line)?.[0].length;
  if (start === undefined) return undefined;
  let end = line.length;
  while (end > start && CLOSING.includes(line.charAt(end - 1))) end--;
  return { start, end };
}

/** Passages of about 1,200 characters at the borders of paragraphs; none goes beyond its section. */
export function passagesOf(text: string): Passage[] {
  const found: Passage[] = [];
  let section: string | null | undefined;
  for (const paragraph of paragraphsOf(text).flatMap((one) => pieces(text, one))) {
    const last = found.at(-1);
    if (last && section === paragraph.heading && paragraph.end - last.start <= ABOUT) last.end = paragraph.end;
    else found.push({ heading: paragraph.heading, start: paragraph.start, end: paragraph.end });
    section = paragraph.heading;
  }
  return found;
}

/** A long paragraph in pieces that end at a sentence, or else at a space. */
function pieces(text: string, { heading, start, end }: Passage): Passage[] {
  const found: Passage[] = [];
  let from = start;
  while (end - from > MOST) {
    const window = text.slice(from, from + ABOUT);
    const border = Math.max(window.lastIndexOf('. '), window.lastIndexOf('\n')) + 1;
    const space = border > ABOUT / 2 ? border : window.lastIndexOf(' ');
    let cut = from + (space > ABOUT / 2 ? space : ABOUT);
    if (/[\uDC00-\uDFFF]/.test(text[cut] as string)) cut--;
    found.push({ heading, start: from, end: from + text.slice(from, cut).trimEnd().length });
    from = cut + (text.slice(cut, cut + MOST).length - text.slice(cut, cut + MOST).trimStart().length);
  }
  found.push({ heading, start: from, end });
  return found.filter((one) => one.start < one.end);
}
