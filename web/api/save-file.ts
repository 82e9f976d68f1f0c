/** Hands a file to the browser's downloads under a name without spaces. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name.replaceAll(' ', '_')
  link.click()
  // The download holds its own copy by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
