/** The storage of `@Type` metadata, which class-transformer does not export. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: {
    _typeMetadatas: Map<new () => object, Map<string, { typeFunction: () => new () => object }>>;
  };
}
