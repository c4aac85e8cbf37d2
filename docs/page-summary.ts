/** Returns the title of a page, and its first sentence; undefined if the page begins with something else. */
export function summarize(text: string): { readonly title: string; readonly sentence: string | undefined } {
  const [, title = '', paragraph = ''] = /^# (.+)\n+(.+(?:\n.+)*)/m.exec(text) ?? []
  const plain = paragraph.replace(/\s+/g, ' ').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
  const [sentence] = plain.split(/(?<=[.?]) (?=[A-Z`])/)
  return { title: title.replaceAll('`', ''), sentence: /^(?:[A-Z]|`[^`])/.test(plain) ? sentence : undefined }
}
