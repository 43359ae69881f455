/**
 * SQL expression. Artwork of the service is stored as a path, because PUBLIC_URL can change; `base` is the parameter
 * that holds it.
 */
export const absoluteAddress = (address: string, base: string) =>
  `CASE WHEN ${address} LIKE '/%' THEN ${base}::text || ${address} ELSE ${address} END`;

export const absoluteUrl = (address: string, base: string) => (address.startsWith('/') ? base + address : address);

/** The address to store: clients send back the absolute address that they were shown. */
export const storedAddress = <Address extends string | undefined>(address: Address, base: string) =>
  address?.startsWith(`${base}/v1/community/artwork/`) ? address.slice(base.length) : address;

/** A medal with a scalloped edge; `sign` is drawn in white around the centre of a 128 by 128 view box. */
const medal = (
  light: string,
  deep: string,
  sign: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">
<defs>
<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".42"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
</defs>
<path fill="url(#g)" d="${SCALLOPS}"/>
<circle cx="64" cy="64" r="45" fill="${deep}" fill-opacity=".35"/>
<circle cx="64" cy="64" r="45" fill="none" stroke="#fff" stroke-opacity=".65" stroke-width="2.5"/>
<g fill="#fff" stroke="#fff" stroke-width="0" stroke-linecap="round" stroke-linejoin="round">${sign}</g>
<path fill="url(#s)" d="M19 64a45 45 0 0 1 90 0c-24-15-66-15-90 0z"/>
</svg>`;

const SCALLOPS = scallops(16, 60, 54);

/** The path of a closed wave with this number of crests around the centre. */
function scallops(crests: number, outer: number, inner: number): string {
  const step = Math.PI / crests;
  const at = (angle: number, radius: number) =>
    `${(64 + radius * Math.sin(angle)).toFixed(1)} ${(64 - radius * Math.cos(angle)).toFixed(1)}`;
  const waves = Array.from({ length: crests }, (_, crest) => {
    const angle = crest * 2 * step;
    return `Q${at(angle + step * 0.5, outer + 2)} ${at(angle + step, inner)}Q${at(angle + step * 1.5, outer + 2)} ${at(angle + step * 2, inner)}`;
  });
  return `M${at(0, inner)}${waves.join('')}Z`;
}

const star = (radius: number, cy = 64) => {
  const points = Array.from({ length: 10 }, (_, at) => {
    const [angle, far] = [(at * Math.PI) / 5, at % 2 ? radius * 0.45 : radius];
    return `${(64 + far * Math.sin(angle)).toFixed(1)},${(cy - far * Math.cos(angle)).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}" stroke-width="4"/>`;
};

const BADGE_ART: Record<string, string> = {
  badge: medal('#a5b4fc', '#4f46e5', '<path fill="none" stroke-width="9" d="M44 66l14 14 27-31"/>'),
  'badge-pioneer': medal(
    '#fdba74',
    '#c2410c',
    '<path stroke-width="3" d="M48 92V38"/><path d="M48 36c12-7 20 6 38-1v28c-18 7-26-6-38 1z"/><path fill="none" stroke-width="5" d="M36 93h26"/>',
  ),
  'badge-storyteller': medal(
    '#f0abfc',
    '#a21caf',
    '<path d="M62 46c-8-6-19-7-28-5v40c9-2 20-1 28 5zM66 46c8-6 19-7 28-5v40c-9-2-20-1-28 5z"/>',
  ),
  'badge-helper': medal(
    '#6ee7b7',
    '#047857',
    '<path d="M52 40h24a14 14 0 0 1 14 14v8a14 14 0 0 1-14 14H65L50 89V76a14 14 0 0 1-12-14v-8a14 14 0 0 1 14-14z"/><g fill="#047857"><circle cx="52" cy="58" r="4"/><circle cx="64" cy="58" r="4"/><circle cx="76" cy="58" r="4"/></g>',
  ),
  'badge-heart': medal(
    '#fda4af',
    '#be123c',
    '<path d="M64 91C43 77 35 66 35 55a15 15 0 0 1 29-5 15 15 0 0 1 29 5c0 11-8 22-29 36z"/>',
  ),
  'badge-star': medal('#fde047', '#d97706', star(29, 65)),
  'badge-guardian': medal(
    '#7dd3fc',
    '#0369a1',
    '<path d="M64 34l26 9v18c0 17-11 27-26 33-15-6-26-16-26-33V43z"/><path fill="none" stroke="#0369a1" stroke-width="6" d="M53 63l8 8 15-17"/>',
  ),
};

const INK = '#5b3410';

/** A round face in a 128 by 128 view box. */
const face = (features: string, behind = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">
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

const MOOD_ART: Record<string, string> = {
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

const drawing = (gradients: [string, string, string][], shapes: string) => {
  const stops = gradients.map(
    ([id, light, deep]) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">
<defs>${stops.join('')}</defs>
${shapes}
</svg>`;
};

const ROSE: [string, string, string] = ['rose', '#fda4af', '#e11d48'];
const GOLD: [string, string, string] = ['gold', '#fef08a', '#d97706'];
const BLUE: [string, string, string] = ['blue', '#7dd3fc', '#2563eb'];
const PLUM: [string, string, string] = ['plum', '#d8b4fe', '#7c3aed'];
const MINT: [string, string, string] = ['mint', '#86efac', '#059669'];

const candle = (x: number, colour: string) =>
  `<rect x="${x - 4}" y="30" width="8" height="26" rx="3" fill="${colour}"/><path fill="url(#gold)" d="M${x} 8c6 8 7 12 5 16a6 6 0 0 1-10 0c-2-4-1-8 5-16z"/>`;

/** Rays around a point, each with a dot at its end. */
const burst = (x: number, y: number, radius: number, colour: string) =>
  Array.from({ length: 10 }, (_, ray) => {
    const angle = (ray * Math.PI) / 5;
    const at = (far: number) => `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
    const [cx, cy] = at(radius * 1.18).split(' ');
    return `<path stroke="${colour}" stroke-width="5" stroke-linecap="round" d="M${at(radius * 0.35)}L${at(radius * 0.85)}"/><circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`;
  }).join('');

const CELEBRATION_ART: Record<string, string> = {
  stickers: drawing(
    [PLUM, GOLD],
    '<rect x="30" y="14" width="80" height="80" rx="18" fill="url(#gold)" transform="rotate(8 70 54)"/><path fill="url(#plum)" d="M34 30h52a16 16 0 0 1 16 16v38L72 114H34a16 16 0 0 1-16-16V46a16 16 0 0 1 16-16z"/><path fill="#fff" fill-opacity=".8" d="M102 84H86a14 14 0 0 0-14 14v16z"/><g fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"><path d="M44 58v6M72 58v6M42 76c8 9 24 9 32 0"/></g>',
  ),
  'sticker-cake': drawing(
    [ROSE, GOLD, PLUM],
    `${candle(44, '#38bdf8')}${candle(64, '#f472b6')}${candle(84, '#34d399')}<rect x="24" y="54" width="80" height="30" rx="9" fill="#fff7ed"/><path fill="url(#rose)" d="M24 63a9 9 0 0 1 9-9h62a9 9 0 0 1 9 9v8c-6 8-12 8-16 0-5 8-11 8-16 0-5 8-11 8-16 0-5 8-11 8-16 0-4 8-10 8-16 0z"/><rect x="14" y="80" width="100" height="34" rx="10" fill="url(#plum)"/><g fill="#fff" fill-opacity=".85"><circle cx="30" cy="97" r="4.500"/><circle cx="47" cy="97" r="4.500"/><circle cx="64" cy="97" r="4.500"/><circle cx="81" cy="97" r="4.500"/><circle cx="98" cy="97" r="4.500"/></g><rect x="6" y="112" width="116" height="8" rx="4" fill="#cbd5e1"/>`,
  ),
  'sticker-balloon': drawing(
    [ROSE, BLUE],
    '<g fill="none" stroke="#94a3b8" stroke-width="3" stroke-linecap="round"><path d="M48 84c-6 10 10 16 4 38M88 76c6 14-22 24-32 46"/></g><path fill="url(#blue)" d="M88 12c18 0 29 13 29 29 0 15-13 31-25 33l3 6H81l3-6c-12-2-25-18-25-33 0-16 11-29 29-29z"/><path fill="url(#rose)" d="M46 8c21 0 34 16 34 35 0 18-15 36-30 39l4 7H38l4-7C27 79 12 61 12 43 12 24 25 8 46 8z"/><ellipse cx="34" cy="32" rx="7" ry="12" fill="#fff" fill-opacity=".5" transform="rotate(28 34 32)"/>',
  ),
  'sticker-gift': drawing(
    [MINT, ROSE],
    '<rect x="20" y="58" width="88" height="60" rx="9" fill="url(#mint)"/><rect x="12" y="40" width="104" height="24" rx="8" fill="url(#mint)"/><path fill="#065f46" fill-opacity=".18" d="M20 64h88v8H20z"/><path fill="url(#rose)" d="M54 40h20v78H54z"/><path fill="none" stroke="url(#rose)" stroke-width="9" stroke-linejoin="round" d="M64 39C44 41 30 33 34 21c4-11 22-8 30 18 8-26 26-29 30-18 4 12-10 20-30 18z"/>',
  ),
  'sticker-trophy': drawing(
    [GOLD, PLUM],
    '<path fill="none" stroke="url(#gold)" stroke-width="9" d="M36 24H16c0 24 8 36 26 38M92 24h20c0 24-8 36-26 38"/><path fill="url(#gold)" d="M32 12h64v30c0 24-13 38-32 38S32 66 32 42z"/><path fill="url(#gold)" d="M57 76h14l4 22H53z"/><rect x="36" y="96" width="56" height="22" rx="7" fill="url(#plum)"/><path fill="#fff" fill-opacity=".45" d="M42 20h10v28c0 8 2 14 6 20-11-4-16-13-16-26z"/><path fill="#fff" d="M70 28l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z"/>',
  ),
  'sticker-fireworks': drawing(
    [PLUM, BLUE],
    `<circle cx="64" cy="64" r="58" fill="#1e1b4b"/>${burst(64, 40, 21, '#fde047')}${burst(37, 86, 15, '#fb7185')}${burst(91, 86, 15, '#67e8f9')}<g fill="#fff"><circle cx="24" cy="46" r="2"/><circle cx="104" cy="50" r="2"/><circle cx="64" cy="106" r="2"/><circle cx="64" cy="88" r="1.500"/></g>`,
  ),
  'sticker-crown': drawing(
    [GOLD, ROSE],
    '<path fill="url(#gold)" stroke="#d97706" stroke-width="3" stroke-linejoin="round" d="M14 42l26 22 24-38 24 38 26-22-11 58H25z"/><rect x="22" y="94" width="84" height="18" rx="6" fill="url(#gold)" stroke="#d97706" stroke-width="3"/><g fill="url(#gold)" stroke="#d97706" stroke-width="3"><circle cx="14" cy="38" r="8"/><circle cx="64" cy="22" r="9"/><circle cx="114" cy="38" r="8"/></g><path fill="url(#rose)" d="M64 60l11 13-11 13-11-13z"/><g fill="#38bdf8"><circle cx="37" cy="78" r="5.500"/><circle cx="91" cy="78" r="5.500"/></g>',
  ),
};

/** The pictures by the names of their files. */
export const ARTWORK = new Map(
  Object.entries({ ...BADGE_ART, ...MOOD_ART, ...CELEBRATION_ART }).map(([name, svg]) => [`${name}.svg`, svg]),
);
