const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A Content-Disposition with an ASCII name for old clients and the exact name for others. */
export function download(name: string, ending = 'csv'): string {
  const file = `${name.replaceAll(' ', '_')}.${ending}`
  return `attachment; filename="${file.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encoded(file)}`
}
