import { at, button, json, offer, select } from './realtime-dom';

/** The parts of a JSON Schema that the page shows. */
interface Node {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  const?: unknown;
  enum?: unknown[];
}
interface Schema {
  components?: { messages?: Record<string, { summary?: string; payload?: Node }> };
}

let schema: Schema = {};

/** Opens the dialog about event types, at this type if one is given. */
export async function describe(type?: string): Promise<void> {
  const response = await fetch('../v1/realtime/schema').catch(() => undefined);
  schema = response?.ok ? await response.json() : {};
  select('type').replaceChildren();
  const names = [...Object.keys(schema.components?.messages ?? {}), ...(type ? [type] : [])];
  for (const name of names) offer(select('type'), name);
  if (type) select('type').value = type;
  const about = at<HTMLDialogElement>('about');
  if (!about.open) about.showModal();
  showType();
}

function showType(): void {
  const message = schema.components?.messages?.[select('type').value];
  at('description').textContent = message ? (message.summary ?? '') : 'The schema does not describe it.';
  at('shape').hidden = !message;
  at('shape').replaceChildren(...json(shapeOf(message?.payload)).childNodes);
}

/** A schema as an example value, with the names of the types instead of values. */
function shapeOf(node: Node | undefined, within: string[] = []): unknown {
  if (!node) return null;
  const { $ref, type, format, properties, required = [], items } = node;
  if ($ref) return within.includes($ref) ? '…' : shapeOf(resolve($ref), [...within, $ref]);
  const either = node.anyOf ?? node.oneOf;
  if (either) return { 'one of': either.map((one) => shapeOf(one, within)) };
  if (properties) {
    const entries = Object.entries(properties).map(([name, property]) => {
      const key = required.includes(name) ? name : `${name}?`;
      return [key, shapeOf(property, within)];
    });
    return Object.fromEntries(entries);
  }
  if (items) return [shapeOf(items, within)];
  const plain = node.const ?? node.enum?.join(' | ') ?? [type ?? 'anything'].flat().join(' | ');
  return format ? `${plain} (${format})` : plain;
}

function resolve($ref: string): Node | undefined {
  const path = $ref.slice(2).split('/');
  const found = path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], schema);
  return found as Node | undefined;
}

select('type').addEventListener('change', showType);
button('close').addEventListener('click', () => at<HTMLDialogElement>('about').close());
