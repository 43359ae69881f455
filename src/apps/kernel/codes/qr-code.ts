import { create, type QRCodeErrorCorrectionLevel } from 'qrcode';

/** Empty modules around a code, which scanners need (ISO 18004). */
const QUIET_ZONE = 4;

/** A QR code as an SVG image of one path, dark on white. */
export function qrCodeSvg(content: string, errorCorrectionLevel: QRCodeErrorCorrectionLevel = 'M'): string {
  const { size, data } = create(content, { errorCorrectionLevel }).modules;
  const width = size + 2 * QUIET_ZONE;
  const rows = Array.from({ length: size }, (_, y) => rowPath(data.subarray(y * size, (y + 1) * size), y)).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${width}v${width}H0z"/><path d="${rows}"/></svg>`
  );
}

/** The dark modules of a row, neighbours as one rectangle. */
function rowPath(row: Uint8Array, y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    const start = x;
    while (row[x]) x++;
    if (x > start) path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x - start}v1H${start + QUIET_ZONE}z`;
  }
  return path;
}
