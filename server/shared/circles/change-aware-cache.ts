import type { Changes, CircleChanges } from './circle-changes.ts'

type ChangeAwareCache<Value> = {
  /** The value as it is now: every change that was committed before this call is in it. Callers at the same time share one build. */
  read(key: string, build: () => Promise<Value>): Promise<Value>
  /** Without waiting. Call it right after `catchUp`: once something else is awaited, the value may be outdated. */
  peek(key: string): Value | undefined
  /** Builds values and keeps those that did not change meanwhile. */
  load(build: () => Promise<ReadonlyMap<string, Value>>): Promise<ReadonlyMap<string, Value>>
}

type Options<Value> = {
  /** Beyond this number the least recently used value is dropped. */
  readonly most: number
  readonly isAffected: (value: Value, changed: ReadonlySet<string>) => boolean
}

/**
 * Keeps values that are built from circles, and drops what has changed. A kept value contains every change that the listeners have received,
 * so after `catchUp` it is current.
 */
export function changeAwareCache<Value>(changes: CircleChanges, { most, isAffected }: Options<Value>): ChangeAwareCache<Value> {
  const kept = new Map<string, Value>()
  const builds = new Set<Changes[]>()
  const affects = (change: Changes, value: Value) => change === 'everything' || isAffected(value, change)

  changes.listen((change) => {
    for (const [key, value] of kept) if (affects(change, value)) kept.delete(key)
    for (const meanwhile of builds) meanwhile.push(change)
  })

  const keep = (key: string, value: Value): void => {
    kept.delete(key)
    kept.set(key, value)
    // A Map keeps insertion order, so the first key is the least recently used.
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  }

  const peek = (key: string): Value | undefined => {
    const value = kept.get(key)
    if (value !== undefined) keep(key, value)
    return value
  }

  const load: ChangeAwareCache<Value>['load'] = async (build) => {
    await changes.start()
    // A change that arrives while the build runs may be missing in what it read.
    const meanwhile: Changes[] = []
    builds.add(meanwhile)
    try {
      const built = await build()
      for (const [key, value] of built) if (!meanwhile.some((change) => affects(change, value))) keep(key, value)
      return built
    } finally {
      builds.delete(meanwhile)
    }
  }

  type Build = { readonly value: Promise<Value>; isOutdated: boolean }
  const running = new Map<string, Build>()
  changes.listen(() => {
    for (const each of running.values()) each.isOutdated = true
  })

  const startBuild = (key: string, build: () => Promise<Value>): Promise<Value> => {
    const value = load(async () => new Map([[key, await build()]])).then((built) => built.get(key) as Value)
    const started: Build = { value: value.finally(() => running.delete(key)), isOutdated: false }
    running.set(key, started)
    return started.value
  }

  const read: ChangeAwareCache<Value>['read'] = async (key, build) => {
    for (;;) {
      await changes.catchUp()
      const value = peek(key)
      if (value !== undefined) return value
      const started = running.get(key)
      if (!started) return startBuild(key, build)
      if (!started.isOutdated) return started.value
      // It may miss a change that this caller knows of. One build at a time: the next begins when this one has ended.
      await started.value.catch(() => {})
    }
  }

  return { peek, load, read }
}
