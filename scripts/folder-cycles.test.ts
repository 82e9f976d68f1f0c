import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const levels = ['domain', 'contract', 'build', 'server', 'demo', 'web']
const importPattern = /(?:from|import)\s*\(?\s*'((?:#|\.{1,2}\/)[^'?]+)/g

const sourcesUnder = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sourcesUnder(file)
    return /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.worker\.ts$/.test(file) && !/^(server|web)\/testing\//.test(file) ? [file] : []
  })

/** A file at the top of a level (`server/app.ts`) is its own node, because it wires the folders beside it. */
const folderOf = (file: string): string => (levels.includes(path.posix.dirname(file)) ? file : path.posix.dirname(file))

const resolve = (file: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier)

function importsBetweenFolders(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of levels.flatMap(sourcesUnder)) {
    const from = folderOf(file)
    const targets = graph.get(from) ?? new Set()
    for (const [, specifier = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(importPattern)) {
      const to = folderOf(resolve(file, specifier))
      if (to !== from) targets.add(to)
    }
    graph.set(from, targets)
  }
  return graph
}

/** For each folder that is part of a cycle, the first cycle found. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const wayBack = (from: string): string[] | null => {
    const cameFrom = new Map<string, string>()
    const queue = [from]
    for (const here of queue) {
      for (const next of graph.get(here) ?? []) {
        if (next === from) {
          const way = [here]
          while (way[0] !== from) way.unshift(cameFrom.get(way[0] ?? '') ?? from)
          return [...way, from]
        }
        if (cameFrom.has(next)) continue
        cameFrom.set(next, here)
        queue.push(next)
      }
    }
    return null
  }
  return [...graph.keys()].flatMap((folder) => wayBack(folder)?.join(' → ') ?? [])
}

test('no folders import each other in a cycle', () => {
  const graph = importsBetweenFolders()
  expect(graph.size).toBeGreaterThan(40)
  expect(cyclesOf(graph)).toEqual([])
})

test('finds a cycle between folders', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
    ['d', new Set(['a'])],
  ])
  expect(cyclesOf(graph)).toEqual(['a → b → c → a', 'b → c → a → b', 'c → a → b → c'])
})
