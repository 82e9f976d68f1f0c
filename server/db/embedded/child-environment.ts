const passedOn = ['PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP']

/** Little of our own environment: it holds secrets the server has no use for, and PG* settings that would mislead it. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const kept = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}
