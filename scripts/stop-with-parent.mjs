const looksEvery = 200

/** Ends this process, as SIGTERM would, once its parent process is gone. */
export function stopWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, looksEvery)
  timer.unref()
}
