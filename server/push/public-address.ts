import { lookup as resolve } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that are not on the public internet: this machine, its networks, and what is reserved. */
const internal = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  internal.addSubnet(net, bits, 'ipv4')

/** Of IPv6 only global unicast is public. Parts of it lead to IPv4 addresses (6to4, Teredo) or are for documentation. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  internal.addSubnet(net, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !internal.check(address, 'ipv4')
  return version === 6 && globalUnicast.check(address, 'ipv6') && !internal.check(address, 'ipv6')
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const addressesOf = async (host: string): Promise<string[]> =>
  isIP(host) ? [host] : (await resolve(host, { all: true })).map(({ address }) => address)

/** Whether the URL is https and its host has public addresses only. Throws if the host cannot be resolved now. */
export async function isPublicHttps(url: URL): Promise<boolean> {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  const addresses = await addressesOf(hostOf(url))
  return addresses.length > 0 && addresses.every(isPublicAddress)
}

/**
 * For a request: connects to the very addresses that were checked. A name that is resolved again for the connection could lead elsewhere by
 * then.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  addressesOf(host).then(
    (addresses) => {
      const [first] = addresses
      if (first === undefined || !addresses.every(isPublicAddress)) return done(new Error(`${host} is not a public host`), '')
      if (!options.all) return done(null, first, isIP(first))
      const found = addresses.map((address) => ({ address, family: isIP(address) }))
      done(null, found)
    },
    (error: NodeJS.ErrnoException) => done(error, ''),
  )
}
