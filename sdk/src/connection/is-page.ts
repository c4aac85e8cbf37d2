/** Whether the code runs in a page, or in a test environment that imitates one. */
export function isPage(): boolean {
  const { document }: { readonly document?: unknown } = globalThis
  return document !== undefined
}
