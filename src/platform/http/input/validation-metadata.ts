import { getMetadataStorage } from 'class-validator';

type Find = ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas'];
type Found = ReturnType<Find>;

/**
 * Caches the metadata of a class until a decorator adds more. class-validator searches all classes of the
 * service for the parents of each object that it validates: a body of two thousand objects took 0.3 s, of
 * which 0.02 s were validation. The parameter `schema` names the parent and does not matter when classes are
 * validated.
 */
export function rememberMetadata(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const add = storage.addValidationMetadata.bind(storage);
  let known = new Map<unknown, Found>();
  storage.addValidationMetadata = (metadata) => {
    known = new Map();
    add(metadata);
  };
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (always || strictGroups || groups?.length) return find(type, schema, always, strictGroups, groups);
    const found = known.get(type) ?? find(type, schema, always, strictGroups, groups);
    known.set(type, found);
    return found;
  };
}
