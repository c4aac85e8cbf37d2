/**
 * The member that `await using` calls. Projects without `esnext.disposable` in their `lib` do not have
 * `Symbol.asyncDispose`, and declarations that name it would not compile there.
 */
export type AsyncDisposes = typeof Symbol extends { readonly asyncDispose: infer Dispose extends symbol }
  ? { readonly [Key in Dispose]: () => Promise<void> }
  : object
