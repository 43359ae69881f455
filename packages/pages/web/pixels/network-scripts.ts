/** A function that keeps calls until the script of the network is there and takes them over. */
export type Queue = ((...call: unknown[]) => void) & Record<string, unknown>;

/** What the scripts of networks look for under the names that they prescribe. */
export const globals = window as unknown as Record<string, unknown>;

const loaded = new Set<string>();

/** Loads a script of a network once, however many pixels it has on the page. */
export function load(address: string): void {
  if (loaded.has(address)) return;
  loaded.add(address);
  const script = document.createElement('script');
  script.async = true;
  script.src = address;
  document.head.append(script);
}

/** The queue of a network under its global name. `take` is what a call does while the script is not there. */
export function queueAs(name: string, make: () => Queue): Queue {
  return (globals[name] ??= make()) as Queue;
}

/** A queue whose calls are kept in its own field `field`, until the script sets its field `handler`. */
export function keeping(field: string, handler: string, more: Record<string, unknown> = {}): Queue {
  const kept: unknown[][] = [];
  const queue = ((...call: unknown[]) => {
    const handle = queue[handler] as ((...call: unknown[]) => void) | undefined;
    if (handle) handle.apply(queue, call);
    else kept.push(call);
  }) as Queue;
  return Object.assign(queue, more, { [field]: kept });
}
