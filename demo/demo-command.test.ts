import { expect, test } from 'vitest'
import { progressBar } from '#server/commands/progress-bar.ts'
import { readWanted } from './demo-command.ts'

test('the default number of people is a quarter of the number of circles', () => {
  expect(readWanted(['--circles', '100000'])).toEqual({ circles: 100_000, users: 25_000 })
  expect(readWanted(['--circles', '100000', '--users', '500'])).toEqual({ circles: 100_000, users: 500 })
  expect(readWanted(['--circles', '10'])).toEqual({ circles: 10, users: 100 })
})

test('no arguments show the help', () => {
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

test('the progress bar updates on a terminal and prints a line at every tenth in a log', () => {
  const printed = (isTTY: boolean) => {
    let text = ''
    const show = progressBar({ isTTY, write: (piece: string) => (text += piece) })
    for (let done = 0; done <= 100; done += 1) show('circles', done, 100)
    return text
  }
  expect(printed(false).trim().split('\n')).toHaveLength(11)
  expect(printed(true).endsWith('████████████████████████████████ 100 of 100\n')).toBe(true)
})
