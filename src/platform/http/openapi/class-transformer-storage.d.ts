/** Where class-transformer keeps what `@Type` said; it exports everything but this. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: {
    _typeMetadatas: Map<new () => object, Map<string, { typeFunction: () => new () => object }>>;
  };
}
