// npm start: installs and builds what is missing, then runs the product in this process.
import { build, install, root } from './prepare.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

// npm passes a signal to the shell it starts, and that shell ends without passing it on.
if (process.env.npm_lifecycle_event) stopWithParent()
process.chdir(root)
install()
build()
process.setSourceMapsEnabled(true)
await import('../dist/server/main.js')
