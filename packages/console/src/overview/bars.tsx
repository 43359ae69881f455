import Box from '@mui/material/Box';
import type { KeyboardEvent, PointerEvent } from 'react';

const WIDTH = 320;
const HEIGHT = 120;
/** Of a day, how much its bar takes. */
const FILLED = 0.72;

interface Props {
  label: string;
  values: number[];
  /** What the axis says at its two ends. */
  from: string;
  to: string;
  format: (value: number) => string;
  /** The day that is pointed at. */
  at: number | undefined;
  onPoint: (at: number | undefined) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function Bars({ label, values, from, to, format, at, onPoint, onKeyDown }: Props) {
  const top = roundUp(Math.max(...values, 1));
  const step = WIDTH / values.length;
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onPoint(Math.min(Math.max(Math.floor(((clientX - left) / width) * values.length), 0), values.length - 1));
  };
  return (
    <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
      <span>{format(top)}</span>
      <Box
        component="svg"
        role="img"
        aria-label={label}
        tabIndex={0}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onPoint(undefined)}
        onBlur={() => onPoint(undefined)}
        onKeyDown={onKeyDown}
        sx={{
          display: 'block',
          width: '100%',
          height: HEIGHT,
          color: 'primary.main',
          borderTop: '1px dashed',
          borderBottom: '1px solid',
          borderColor: 'divider',
          touchAction: 'pan-y',
        }}
      >
        {values.map((value, day) => {
          // A refund may take a day below nothing, which is nothing here; a little of something is seen.
          const height = value > 0 ? Math.max((value / top) * HEIGHT, 2) : 0;
          const x = day * step + (step * (1 - FILLED)) / 2;
          return (
            <rect
              key={x}
              x={x}
              y={HEIGHT - height}
              width={step * FILLED}
              height={height}
              fill="currentColor"
              opacity={at === undefined || at === day ? 1 : 0.35}
            />
          );
        })}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
        <span>{from}</span>
        <span>{to}</span>
      </Box>
    </Box>
  );
}

/** To 1, 2 or 5 and as many zeros as it takes. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((times) => times * power >= value) ?? 10) * power;
}
