import type { Category } from '../api/types';

export interface Branch {
  category: Category;
  depth: number;
}

/** As they stand under each other; whose parent is not there, stands at the top. */
export function treeOf(categories: Category[]): Branch[] {
  const known = new Set(categories.map(({ id }) => id));
  const below = Map.groupBy(categories, ({ parent_id }) => (parent_id && known.has(parent_id) ? parent_id : ''));
  const under = (parent: string, depth: number): Branch[] =>
    (below.get(parent) ?? []).flatMap((category) => [{ category, depth }, ...under(category.id, depth + 1)]);
  return under('', 0);
}

/** Where it may be moved to: anywhere but into itself. */
export function placesFor(categories: Category[], moved: string | undefined): Branch[] {
  const tree = treeOf(categories);
  const at = tree.findIndex(({ category }) => category.id === moved);
  if (at < 0) return tree;
  const depth = (tree[at] as Branch).depth;
  const length = tree.slice(at + 1).findIndex((branch) => branch.depth <= depth);
  return length < 0 ? tree.slice(0, at) : [...tree.slice(0, at), ...tree.slice(at + 1 + length)];
}
