/** Starts a browser download. Spaces in the name become underscores. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name.replaceAll(' ', '_')
  link.click()
  // Safe to revoke: the download has its own copy by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
