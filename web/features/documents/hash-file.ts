const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const read = (file: File, onProgress: (percent: number) => void): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / (total || 1)) * 100))
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(file)
  })

/** SHA-256 of a file, computed in the browser. */
export async function hashFile(file: File, onProgress: (percent: number) => void): Promise<string> {
  const content = await read(file, onProgress)
  return hex(await crypto.subtle.digest('SHA-256', content))
}
