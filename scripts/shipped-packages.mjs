import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './prepare.mjs'

const licenceOf = ({ license, licenses }) =>
  typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))

/** Of a package whose package.json names none, such as png-js: by the title of its LICENSE file. */
function licenceOfFile(place) {
  const file = path.join(root, place, 'LICENSE')
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('MIT License') ? 'MIT' : 'unknown'
}

/**
 * Packages of the lock file that are not for development. Read from the lock file, because packages for other platforms are not installed
 * here.
 */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const kept = Object.entries(packages).filter(([place, entry]) => place !== '' && !entry.dev && !entry.devOptional && !entry.peer)
  const asked = new Set(
    [packages[''], ...kept.map(([, entry]) => entry)].flatMap((entry) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ),
  )
  // The lock file does not say which package a platform's binaries belong to.
  const shipped = kept.filter(([place, entry]) => !entry.os || asked.has(place.replace(/^.*node_modules\//, '')))
  const found = shipped.map(([place, entry]) => {
    const file = path.join(root, place, 'package.json')
    const told = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : entry
    const name = place.replace(/^.*node_modules\//, '')
    return { name, version: entry.version, licence: licenceOf(told) ?? licenceOfFile(place), node: told.engines?.node }
  })
  const unique = new Map(found.map((entry) => [`${entry.name} ${entry.version}`, entry]))
  return [...unique].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry)
}
