/**
 * The address as browsers read it; undefined where they could not. `URL.canParse` of Node.js 20 is no help: once it is
 * called often, it refuses hosts such as `münchen.example`.
 */
export function urlOf(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
