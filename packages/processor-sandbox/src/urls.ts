/** Undefined for a text that is no URL. `URL.canParse` of Node.js 20 refuses hosts such as `münchen.example` once it is compiled as hot code. */
export function urlOf(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
