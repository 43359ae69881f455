export const SHAPES = ['square', 'rounded', 'dots'] as const;
export const EYE_SHAPES = ['square', 'rounded'] as const;

/** How a code looks. Its colours and its caption must have been checked: the writer escapes nothing but the caption. */
export interface CodeStyle {
  /** `#rrggbb` */
  foreground: string;
  /** `#rrggbb` or `transparent`. */
  background: string;
  /** The empty modules around the code, which scanners need (ISO 18004 recommends 4). */
  margin: number;
  shape: (typeof SHAPES)[number];
  eye_shape: (typeof EYE_SHAPES)[number];
  /** The side of the logo, as a part of the width of the code. */
  logo_scale: number;
  /** Below the code. */
  caption: string | null;
}

export const PLAIN: CodeStyle = {
  foreground: '#000000',
  background: '#ffffff',
  margin: 4,
  shape: 'square',
  eye_shape: 'square',
  logo_scale: 0.2,
  caption: null,
};
