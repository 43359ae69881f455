import { closed, escaped, linkable, LINK_END, linkStart, opened } from './safe-html.js';

const STYLES = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 'del' } as const;
type Mark = keyof typeof STYLES;

interface Open {
  kind: Mark | '[' | '![';
  /** Where its own text stands among the pieces. */
  at: number;
}

const MARK = /\*\*|__|~~|\*|_/y;
const ONE = /[*_]/y;
const TICKS = /`+/y;
const PLAIN = /[^\\`*_~[\]!<h\n]+/y;
const TARGET =
  /\(\s*(<[^<>\n]{1,2048}>|[^\s()<>]{1,2048}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)(?:\s+"[^"\n]{0,300}")?\s*\)/y;
const BARE = /https?:\/\/[^\s<>"`]+/y;
const BETWEEN = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2048})>/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** More is never open at once: what comes after is words. */
const MOST_OPEN = 100;
const WORD = /[\p{L}\p{N}]/u;

/** What stands in one line or in several, without blocks: emphasis, code and links. It takes as long as the text is. */
export class Inline {
  links = 0;
  private text = '';
  private at = 0;
  private pieces: string[] = [];
  private open: Open[] = [];
  /** So many backticks in a row come no more. */
  private unclosed = new Set<number>();

  render(text: string): string {
    Object.assign(this, { text, at: 0, pieces: [], open: [], unclosed: new Set() });
    while (this.at < text.length) this.next();
    return this.pieces.join('');
  }

  private next(): void {
    const plain = this.match(PLAIN);
    if (plain) return this.put(escaped(plain[0]));
    const sign = this.text[this.at] as string;
    const done =
      sign === '`'
        ? this.code()
        : sign === '<'
          ? this.address()
          : sign === 'h'
            ? this.bare()
            : this.mark(sign);
    if (done) return;
    this.at += 1;
    this.put(escaped(sign));
  }

  private mark(sign: string): boolean {
    if (sign === '\n') return this.skip(1, `${opened('br')}\n`);
    if (sign === '\\') return this.escape();
    if (sign === '[') return this.begin('[');
    if (sign === '!') return this.text[this.at + 1] === '[' && this.begin('![');
    if (sign === ']') return this.link();
    const mark = this.match(this.endsInner(sign) ? ONE : MARK)?.[0] as Mark | undefined;
    if (mark) this.style(mark);
    return mark !== undefined;
  }

  private escape(): boolean {
    const next = this.text[this.at + 1] ?? '';
    if (next === '\n') return this.skip(2, `${opened('br')}\n`);
    return PUNCTUATION.test(next) && this.skip(2, escaped(next));
  }

  private code(): boolean {
    const ticks = (this.match(TICKS) as RegExpExecArray)[0];
    const end = this.unclosed.has(ticks.length) ? -1 : this.closing(ticks);
    if (end < 0) {
      this.unclosed.add(ticks.length);
      this.put(ticks);
      return true;
    }
    const inside = this.text.slice(this.at, end).replaceAll('\n', ' ');
    const said = /^ .*[^ ].* $/.test(inside) ? inside.slice(1, -1) : inside;
    return this.skip(end + ticks.length - this.at, opened('code') + escaped(said) + closed('code'));
  }

  private closing(ticks: string): number {
    let at = this.text.indexOf(ticks, this.at);
    while (at >= 0) {
      let end = at;
      while (this.text[end] === '`') end++;
      if (end - at === ticks.length) return at;
      at = this.text.indexOf(ticks, end);
    }
    return -1;
  }

  private address(): boolean {
    const found = this.match(BETWEEN);
    const href = found && linkable(found[1] as string);
    if (found && !href) this.at -= found[0].length;
    return href ? this.anchor(href, (found[1] as string).replace(/^mailto:/, '')) : false;
  }

  /** Not what ends the sentence, nor a bracket that was opened before. */
  private bare(): boolean {
    if (WORD.test(this.text[this.at - 1] ?? '')) return false;
    const found = this.match(BARE)?.[0];
    if (!found) return false;
    let end = found.length;
    for (; end; end--) {
      const last = found[end - 1] as string;
      const isOwn = last === ')' && count(found.slice(0, end), '(') >= count(found.slice(0, end), ')');
      if (isOwn || !/[.,;:!?'")\]*_~]/.test(last)) break;
    }
    const href = linkable(found.slice(0, end));
    this.at -= href ? found.length - end : found.length;
    return href ? this.anchor(href, found.slice(0, end)) : false;
  }

  private anchor(href: string, words: string): true {
    const isInside = this.open.some(({ kind }) => kind === '[');
    this.links++;
    this.put(isInside ? escaped(words) : linkStart(href) + escaped(words) + LINK_END);
    return true;
  }

  private begin(kind: '[' | '!['): true {
    this.keep(kind);
    return this.skip(kind.length, kind);
  }

  /** A picture is a link to where it is: nobody's browser is sent there unasked. */
  private link(): boolean {
    const opener = this.open.findLastIndex(({ kind }) => kind === '[' || kind === '![');
    if (opener < 0) return false;
    const { kind, at } = this.open[opener] as Open;
    this.open.length = opener;
    this.at += 1;
    const found = this.match(TARGET);
    const address = found?.[1]?.replace(/^<|>$/g, '') ?? '';
    const href = linkable(address, kind === '![' ? ['https:'] : undefined);
    if (!found || !href) {
      this.at -= found?.[0].length ?? 0;
      this.put(']');
      return true;
    }
    this.links++;
    this.pieces[at] = linkStart(href);
    if (this.pieces.length === at + 1) this.put(escaped(address));
    this.put(LINK_END);
    // There is no link within a link.
    this.open = this.open.filter((one) => one.kind !== '[');
    return true;
  }

  /** Of `***`, where the inner of the two that are open is a single one. */
  private endsInner(sign: string): boolean {
    let end = this.at;
    while (this.text[end] === sign) end++;
    return this.open.at(-1)?.kind === sign && (end - this.at) % 2 === 1;
  }

  private style(mark: Mark): void {
    const before = this.text[this.at - mark.length - 1] ?? ' ';
    const after = this.text[this.at] ?? ' ';
    const isWithin = mark.startsWith('_') && WORD.test(before) && WORD.test(after);
    const opener = this.open.findLastIndex(({ kind }) => kind === mark);
    const bracket = this.open.findLastIndex(({ kind }) => kind === '[' || kind === '![');
    if (!isWithin && !/\s/.test(before) && opener > bracket) {
      this.pieces[(this.open[opener] as Open).at] = opened(STYLES[mark]);
      this.open.length = opener;
      return this.put(closed(STYLES[mark]));
    }
    if (!isWithin && !/\s/.test(after)) this.keep(mark);
    this.put(mark);
  }

  private keep(kind: Open['kind']): void {
    if (this.open.length < MOST_OPEN) this.open.push({ kind, at: this.pieces.length });
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private skip(length: number, html: string): true {
    this.at += length;
    this.put(html);
    return true;
  }

  private put(html: string): void {
    this.pieces.push(html);
  }
}

const count = (text: string, sign: string) => text.split(sign).length - 1;
