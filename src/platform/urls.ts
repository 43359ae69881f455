/**
 * Parses an address as browsers do; undefined when it is invalid. `URL.canParse` of Node.js 20 is not used:
 * once it is called often, it refuses hosts such as `münchen.example`.
 */
export function urlOf(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
