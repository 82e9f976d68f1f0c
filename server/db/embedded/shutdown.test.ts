import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startTimeOf } from './processes.ts'
import { endServer } from './shutdown.ts'

async function startStubborn(deafTo: readonly string[]) {
  const script = `for (const name of ${JSON.stringify(deafTo)}) process.on(name, () => {}); setInterval(() => {}, 1000); console.log('ready')`
  const child = spawn(process.execPath, ['-e', script])
  await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  return { child, pid, startTime: startTimeOf(pid) ?? '' }
}

test('a server that ignores the fast shutdown gets an immediate one', async () => {
  const { child, pid, startTime } = await startStubborn(['SIGINT'])
  const exit = once(child, 'exit')
  await endServer(pid, startTime, 200)
  expect(await exit).toEqual([null, 'SIGQUIT'])
})

test('a server that ignores both is reported', async () => {
  const { child, pid, startTime } = await startStubborn(['SIGINT', 'SIGQUIT'])
  await expect(endServer(pid, startTime, 200)).rejects.toThrow(`The PostgreSQL server ${pid} does not stop. End that process by hand.`)
  child.kill('SIGKILL')
  await once(child, 'exit')
})
