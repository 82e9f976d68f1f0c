import { expect, test } from 'vitest'
import { readWanted } from './demo-command.ts'
import { progressBar } from './progress-bar.ts'

test('a number of circles brings a quarter as many people', () => {
  expect(readWanted(['--circles', '100000'])).toEqual({ circles: 100_000, users: 25_000 })
  expect(readWanted(['--circles', '100000', '--users', '500'])).toEqual({ circles: 100_000, users: 500 })
  expect(readWanted(['--circles', '10'])).toEqual({ circles: 10, users: 100 })
})

test('nothing asked for is answered with help', () => {
  expect(readWanted([])).toBe('help')
  expect(readWanted(['--help'])).toBe('help')
})

test.each([
  [['--circles', '-1']],
  [['--circles', 'many']],
  [['--circles', '1e5']],
  [['--circles', '0']],
  [['--circle', '5']],
  [['--users', '5']],
  [['x']],
])('%j is refused with one line', (args) => {
  expect(() => readWanted(args)).toThrow(/^[^\n]+Try: npm run demo -- [^\n]+$/)
})

test('the bar fills on a terminal, and a log gets a line at every tenth', () => {
  const told = (isTTY: boolean) => {
    let text = ''
    const show = progressBar({ isTTY, write: (piece: string) => (text += piece) })
    for (let done = 0; done <= 100; done += 1) show('circles', done, 100)
    return text
  }
  expect(told(false).trim().split('\n')).toHaveLength(11)
  expect(told(true).endsWith('████████████████████████████████ 100 of 100\n')).toBe(true)
})
