import { readFile } from 'node:fs/promises'

export const quantile = (figures: readonly number[], part: number): number =>
  [...figures].sort((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * part))] ?? Number.NaN

export const median = (figures: readonly number[]): number => quantile(figures, 0.5)

export type Row = { readonly what: string; readonly figures: string; readonly ratio: string; readonly goal: string }

/** One line of the table in bench/README.md. */
export const printRow = ({ what, figures, ratio, goal }: Row): void => console.log(`| ${what} | ${figures} | ${ratio} | ${goal} |`)

export const printHead = (): void => console.log('| what | figures | ratio | goal |\n|---|---|---|---|')

/** The resident memory of a process in MB (Linux). */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}
