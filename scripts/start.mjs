// npm start: installs and builds if needed, then runs the server in this process.
import { build, install, root } from './prepare.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

// npm sends a signal to its shell, which exits without forwarding it.
if (process.env.npm_lifecycle_event) stopWithParent()
process.chdir(root)
install()
build()
process.setSourceMapsEnabled(true)
await import('../dist/server/main.js')
