const INK = '#5b3410';

/** A round face; what it shows is drawn between 0 and 128. */
const face = (
  features: string,
  behind = '',
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">
<defs>
<radialGradient id="f" cx=".38" cy=".3" r=".8"><stop offset="0" stop-color="#fff3a8"/><stop offset=".55" stop-color="#ffd23f"/><stop offset="1" stop-color="#f59e0b"/></radialGradient>
<linearGradient id="r" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fb7185"/><stop offset="1" stop-color="#e11d48"/></linearGradient>
</defs>
<circle cx="64" cy="64" r="58" fill="url(#f)"/>
${behind}<g fill="none" stroke="${INK}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">${features}</g>
</svg>`;

const eyes = (y: number, radius = 6) =>
  `<g fill="${INK}" stroke="none"><ellipse cx="44" cy="${y}" rx="${radius}" ry="${radius * 1.35}"/><ellipse cx="84" cy="${y}" rx="${radius}" ry="${radius * 1.35}"/><g fill="#fff"><circle cx="46" cy="${y - 3}" r="2"/><circle cx="86" cy="${y - 3}" r="2"/></g></g>`;
const cheeks =
  '<g fill="#fb7185" fill-opacity=".4" stroke="none"><circle cx="28" cy="74" r="9"/><circle cx="100" cy="74" r="9"/></g>';
const openMouth = `<path fill="${INK}" stroke-width="4" d="M36 72h56c0 20-12 31-28 31S36 92 36 72z"/><path fill="url(#r)" stroke="none" d="M48 95c5-8 27-8 32 0-4 5-9 7-16 7s-12-2-16-7z"/><path fill="#fff" stroke="none" d="M40 74h48l-2 7H42z"/>`;
const heart = (x: number, y: number) =>
  `<path fill="url(#r)" stroke="none" d="M${x} ${y + 17}c-12-8-18-14-18-22a9.500 9.500 0 0 1 18-4 9.500 9.500 0 0 1 18 4c0 8-6 14-18 22z"/>`;

export const MOOD_ART: Record<string, string> = {
  'sticker-happy': face(`${eyes(54)}${cheeks}<path d="M40 78c8 14 40 14 48 0"/>`),
  'sticker-laughing': face(
    `<path d="M34 58c3-10 17-10 20 0M74 58c3-10 17-10 20 0"/>${openMouth}`,
    '<g fill="#38bdf8"><path d="M22 62c-9 5-14 12-11 18 3 5 11 4 13-3 1-5 0-10-2-15z"/><path d="M106 62c9 5 14 12 11 18-3 5-11 4-13-3-1-5 0-10 2-15z"/></g>',
  ),
  'sticker-in-love': face(`${heart(42, 50)}${heart(86, 50)}<path d="M42 84c8 12 36 12 44 0"/>`),
  'sticker-cool': face(
    '<g fill="#1f2937" stroke="none"><path d="M16 44h96v8c0 3-4 3-5 6-2 13-8 19-19 19-12 0-18-8-20-19-1-5-7-5-8 0-2 11-8 19-20 19-11 0-17-6-19-19-1-3-5-3-5-6z"/></g><path stroke="#fff" stroke-opacity=".55" stroke-width="5" d="M29 63l10-11M79 63l10-11"/><path d="M48 92c8 6 26 6 33-5"/>',
  ),
  'sticker-surprised': face(
    `${eyes(56, 7)}<path stroke-width="5" d="M33 36c4-6 14-8 20-4M95 36c-4-6-14-8-20-4"/><ellipse cx="64" cy="91" rx="11" ry="14" fill="${INK}"/><path fill="url(#r)" stroke="none" d="M56 99c3-5 13-5 16 0-4 6-12 6-16 0z"/>`,
  ),
  'sticker-sleepy': face(
    `<path d="M33 60c5 7 17 7 22 0M73 60c5 7 17 7 22 0"/>${cheeks}<ellipse cx="64" cy="89" rx="8" ry="6" fill="${INK}"/>`,
    '<g fill="none" stroke="#6366f1" stroke-linecap="round" stroke-linejoin="round"><path stroke-width="6" d="M94 14h20l-20 22h20"/><path stroke-width="4" d="M78 6h11L78 18h11"/></g>',
  ),
};
