import { isIPv6 } from 'node:net'

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const missing = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0)
  return [...(first ?? []), ...Array<string>(Math.max(0, missing)).fill('0'), ...(last ?? [])]
}

/** What limits per address count as one client: an IPv4 address, or a /64 network, since one IPv6 customer usually has a whole /64. */
export function networkOf(address: string): string {
  const ipv4 = mapped.exec(address)?.[1]
  if (ipv4) return ipv4
  if (!isIPv6(address)) return address
  const prefix = groupsOf(address.toLowerCase()).slice(0, 4)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
