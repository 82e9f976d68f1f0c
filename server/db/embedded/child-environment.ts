const passedOn = ['PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP']

/** A minimal environment: ours contains secrets that PostgreSQL does not need and PG* variables that would change its behaviour. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const kept = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}
