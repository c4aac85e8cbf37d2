/** Lets the browser save a text as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: name.endsWith('.yaml') ? 'application/yaml' : 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
