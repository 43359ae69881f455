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

export const BADGE_ART: Record<string, string> = {
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
