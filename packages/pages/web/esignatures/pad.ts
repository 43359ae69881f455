export type Point = [x: number, y: number];

const INK = '#1a237e';
const MOST_POINTS = 5000;
const MOST_LINES = 200;
const DIGITS = 1e4;
const WIDTH = 4;

/** Where a signature is drawn. Only its points are kept, as fractions of the pad. */
export class Pad {
  strokes: Point[][] = [];
  private readonly context: CanvasRenderingContext2D;
  private line: Point[] | undefined;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d') as CanvasRenderingContext2D;
    canvas.addEventListener('pointerdown', (event) => this.begin(event));
    canvas.addEventListener('pointermove', (event) => this.go(event));
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => (this.line = undefined));
  }

  clear(): void {
    this.strokes = [];
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  private begin(event: PointerEvent): void {
    if (this.strokes.length >= MOST_LINES) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.line = [this.pointOf(event)];
    this.strokes.push(this.line);
  }

  private go(event: PointerEvent): void {
    const last = this.line?.at(-1);
    const isFull = this.strokes.reduce((sum, { length }) => sum + length, 0) >= MOST_POINTS;
    if (!this.line || !last || isFull) return;
    const next = this.pointOf(event);
    this.line.push(next);
    const { context, canvas } = this;
    context.strokeStyle = INK;
    context.lineWidth = WIDTH;
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(last[0] * canvas.width, last[1] * canvas.height);
    context.lineTo(next[0] * canvas.width, next[1] * canvas.height);
    context.stroke();
  }

  private pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return [fraction((clientX - left) / width), fraction((clientY - top) / height)];
  }
}

const fraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * DIGITS) / DIGITS;
