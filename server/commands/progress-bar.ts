type Screen = { readonly isTTY?: boolean; write(text: string): unknown }

const wide = 32

/** A progress bar on a terminal; in a log, a line at every tenth. */
export function progressBar(screen: Screen): (what: string, done: number, all: number) => void {
  let lastTenth = -1
  let lastWhat = ''
  return (what, done, all) => {
    const part = all === 0 ? 1 : Math.min(1, done / all)
    const count = `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`
    if (screen.isTTY) {
      const full = Math.round(part * wide)
      screen.write(`\r${what.padEnd(8)} ${'█'.repeat(full)}${'░'.repeat(wide - full)} ${count}${done >= all ? '\n' : ''}`)
      return
    }
    const tenth = Math.floor(part * 10)
    if (what === lastWhat && tenth === lastTenth) return
    lastTenth = tenth
    lastWhat = what
    screen.write(`${what}: ${count}\n`)
  }
}
