const LONGEST = 255;
/** Control characters, and those that turn the direction of text: a name must not look like another. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The name of a file as it may be shown and offered for download: no path, nothing unseen, not too long. */
export function harmlessName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = [...last.replace(UNSEEN, '').trim()].slice(-LONGEST).join('');
  return /^\.*$/.test(name) ? 'file' : name;
}

/** Content-Disposition by RFC 6266: the name in ASCII for old clients, and as it is in the form of RFC 5987. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^ !#-$&-[\]-~]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
