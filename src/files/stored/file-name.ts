const LONGEST = 255;
/** Control characters and characters that change the text direction: a name must not look like another one. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A file name that is safe to show and to offer for download: no path, no invisible characters, limited length. */
export function harmlessName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = [...last.replace(UNSEEN, '').trim()].slice(-LONGEST).join('');
  return /^\.*$/.test(name) ? 'file' : name;
}

/** Content-Disposition by RFC 6266: an ASCII name for old clients, and the full name as in RFC 5987. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^ !#-$&-[\]-~]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
