type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null }

/** The lazily loaded screens and layouts that import this module, directly or through other modules. */
function lazyImportersOf(id: string, modules: Modules, visited = new Set<string>()): string[] {
  if (visited.has(id)) return []
  visited.add(id)
  const { importers, dynamicImporters } = modules.getModuleInfo(id) ?? { importers: [], dynamicImporters: [] }
  return [...(dynamicImporters.length > 0 ? [id] : []), ...importers.flatMap((importer) => lazyImportersOf(importer, modules, visited))]
}

function chunkOfOwnModule(id: string, modules: Modules): string | null {
  if (id.includes('node_modules')) return null
  const users = lazyImportersOf(id, modules).map((user) => user.replaceAll('\\', '/'))
  // The route table imports a screen's module directly, so the screen keeps a chunk of its own.
  if (users.includes(id.replaceAll('\\', '/'))) return null
  const isUsedBy = (path: RegExp) => users.some((user) => path.test(user))
  const signIn = isUsedBy(/web\/(app\/layouts\/picture|features\/accounts)/)
  const frame = isUsedBy(/web\/app\/layouts\/(open|column)/)
  const list = isUsedBy(/web\/features\/search\/find-circles/)
  const circle = isUsedBy(/web\/features\/circles\/public-circle/)
  if (signIn) return frame || list || circle ? 'controls' : null
  if (frame) return 'frame'
  if (list) return circle ? 'circles' : 'find'
  if (circle) return 'circle'
  return isUsedBy(/web\/app\/layouts\/(application|broker)/) ? 'inside' : null
}

/**
 * Importers are unknown for modules behind the barrel files of Mantine and the icons, so these are matched by path. What only sliders, tabs,
 * menus and fields with several values use is left out.
 */
const menus =
  /@floating-ui|@mantine.core.esm.(utils.Floating|components.(Combobox(?!.use-pills-reorder)|FocusTrap|NativeScrollArea|Overlay|Pagination|Popover|Portal|ScrollArea|Select|Transition))/
/** Dialogs, drawers and the menus of signed-in people. */
const overlays =
  /node_modules[\\/](react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)[\\/]|@mantine.core.esm.components.(Drawer|Menu|Modal|ModalBase)[\\/]/
/** The sentences of all refusals. Few screens need them, and neither the list of circles nor registering. */
const refusals = /contract[\\/]errors\.ts$|domain[\\/](passkeys|picture-size|verification)\.ts$/
const controls =
  /@mantine.(hooks(?!.esm.use-(document-visibility|move))|core.esm.(core(?!.utils.create-scoped-keydown-handler)|components.(ActionIcon|Button|Checkbox.CheckIcon|CloseButton|Input|InlineInput|Loader|UnstyledButton|VisuallyHidden)))/

const asIs = { includeDependenciesRecursively: false }

/** Evaluates React on its own: a separate chunk is a separate task on a first visit (opening.js). */
const reactStart = /web[\\/]load-react\.ts$/

/**
 * Which module goes into which chunk. Most first visits open the list of circles, a circle or the sign-in page, often on a slow connection,
 * where a hundred small files cost more than their bytes. The code of these screens is therefore grouped into a few chunks. Everything else
 * is split by lazy screen; the map must not be in a chunk of the sign-in page.
 */
export const codeSplitting = {
  groups: [
    { name: 'react-start', priority: 3, test: reactStart, ...asIs },
    // React rarely changes and every page needs it, so it has its own long-cached chunk. The rest of the entry is two, evaluated in a task each.
    { name: 'react', priority: 2, test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
    { name: 'libraries', priority: 1, test: /node_modules/, tags: ['$initial' as const] },
    { name: 'base', priority: 1, tags: ['$initial' as const] },
    { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2, ...asIs },
    { name: 'overlays', test: overlays, minShareCount: 2, ...asIs },
    { name: 'menus', test: menus, minShareCount: 2, ...asIs },
    { name: 'controls', test: controls, minShareCount: 3, ...asIs },
    { name: 'refusals', test: refusals, minShareCount: 2, ...asIs },
    { name: chunkOfOwnModule, debugName: 'first visit', ...asIs },
  ],
}
