// Runs the steps of a Dockerfile in plain folders, by chroot, where there is no container engine. Knows the instructions that ours uses.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const isNoise = (line) => /^\s*(#|$)/.test(line)

/** The stages of a Dockerfile: what each starts from, its name, and its steps. */
export function parseDockerfile(text) {
  const lines = text
    .split('\n')
    .filter((line) => !isNoise(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages = []
  for (const line of lines) {
    const [, instruction = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const [, from, name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(value) ?? []
      stages.push({ from, name, steps: [] })
    } else stages.at(-1)?.steps.push({ instruction, value })
  }
  return stages
}

/** Patterns of a .dockerignore: names from the top, `**` + `/` for any depth, and `!` for exceptions. The last pattern that matches decides. */
export function parseIgnore(text) {
  const patterns = text.split('\n').filter((line) => !isNoise(line))
  const escaped = (pattern) => pattern.replaceAll(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')
  const rules = patterns.map((line) => {
    const isException = line.startsWith('!')
    const pattern = isException ? line.slice(1) : line
    const matches = pattern.startsWith('**/') ? new RegExp(`(^|/)${escaped(pattern.slice(3))}$`) : new RegExp(`^${escaped(pattern)}(/|$)`)
    return { matches, isIgnored: !isException }
  })
  return (file) => rules.findLast(({ matches }) => matches.test(file))?.isIgnored ?? false
}

/** The environment of a container: nothing of this machine's, apart from what it needs to reach the registries. */
const ordinaryEnv = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

/** Runs a stage's steps in `folder`. Returns how its program is started. */
export function runStage({ steps }, { folder, context, stages, env: outside = {} }) {
  const made = { workdir: '/', env: {}, user: '', command: [] }
  const inside = (place) => path.join(folder, path.resolve(made.workdir, place))
  const actions = {
    workdir: (value) => {
      made.workdir = path.resolve(made.workdir, value)
      mkdirSync(inside('.'), { recursive: true })
    },
    env: (value) => Object.assign(made.env, Object.fromEntries(value.split(' ').map((pair) => pair.split('=')))),
    user: (value) => {
      made.user = value
    },
    cmd: (value) => {
      made.command = JSON.parse(value)
    },
    copy: (value) => copy(value, { inside, context, stages }),
    run: (value) => {
      const env = { ...ordinaryEnv, HOME: '/root', DEBIAN_FRONTEND: 'noninteractive', ...outside, ...made.env }
      const args = [folder, 'sh', '-ec', `cd ${made.workdir}; ${value}`]
      const { status } = spawnSync('chroot', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
      if (status !== 0) throw new Error(`RUN ${value} ended with ${status}`)
    },
    // Only a container engine acts on these.
    expose: () => {},
    volume: () => {},
    healthcheck: () => {},
  }
  for (const { instruction, value } of steps) {
    const action = actions[instruction.toLowerCase()]
    if (!action) throw new Error(`The Dockerfile has an instruction that this script does not know: ${instruction}`)
    console.log(`  ${instruction} ${value}`)
    action(value)
  }
  return { ...made, env: { ...ordinaryEnv, ...made.env } }
}

/** As in a container: a folder gives its content, files go into a target that ends with a slash. */
function copy(value, { inside, context, stages }) {
  const words = value.split(' ')
  const stage = words[0]?.startsWith('--from=') ? stages[words.shift().slice('--from='.length)] : undefined
  const target = words.pop() ?? ''
  for (const word of words) {
    const source = path.join(stage ?? context, word)
    const isFolder = statSync(source).isDirectory()
    const place = inside(isFolder || !target.endsWith('/') ? target : path.join(target, path.basename(word)))
    cpSync(source, place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  }
}

/** Starts a program in a folder made by `runStage`, as the user of its Dockerfile. */
export function chrootArguments(folder, { user, workdir }, command) {
  return [`--userspec=${user}:${user}`, folder, 'env', '-C', workdir, ...command]
}

/** The project's files as the container engine gets them. */
export function copyContext(files, root, folder) {
  const isIgnored = parseIgnore(readFileSync(path.join(root, '.dockerignore'), 'utf8'))
  for (const file of files) {
    if (isIgnored(file) || !existsSync(path.join(root, file))) continue
    cpSync(path.join(root, file), path.join(folder, file))
  }
}

export const sizeInMegabytes = (folder) => Number(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout.split('\t')[0])
