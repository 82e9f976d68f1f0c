// Runs one of the server's commands: node scripts/run-command.mjs NAME [args]. Installs and builds first if needed.
import { spawnSync } from 'node:child_process'
import { build, install, root } from './prepare.mjs'

const [name, ...args] = process.argv.slice(2)
install()
build()
const { status } = spawnSync(process.execPath, ['--enable-source-maps', `dist/server/${name}.js`, ...args], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
