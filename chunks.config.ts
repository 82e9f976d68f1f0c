type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null }

/** The lazy screens and frames that cannot do without one of our modules. */
function usersOf(id: string, modules: Modules, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const { importers, dynamicImporters } = modules.getModuleInfo(id) ?? { importers: [], dynamicImporters: [] }
  return [...(dynamicImporters.length > 0 ? [id] : []), ...importers.flatMap((importer) => usersOf(importer, modules, seen))]
}

function fileOfOurs(id: string, modules: Modules): string | null {
  if (id.includes('node_modules')) return null
  const users = usersOf(id, modules).map((user) => user.replaceAll('\\', '/'))
  // A screen itself stays what the route table asks for by its own name.
  if (users.includes(id.replaceAll('\\', '/'))) return null
  const isUsedBy = (path: RegExp) => users.some((user) => path.test(user))
  const signIn = isUsedBy(/web\/(app\/layouts\/stage|features\/accounts)/)
  const frame = isUsedBy(/web\/app\/layouts\/(open|column)/)
  const list = isUsedBy(/web\/features\/search\/find-circles/)
  const circle = isUsedBy(/web\/features\/circles\/public-circle/)
  if (signIn) return frame || list || circle ? 'controls' : null
  if (frame) return 'frame'
  if (list) return circle ? 'circles' : 'find'
  if (circle) return 'circle'
  return isUsedBy(/web\/app\/layouts\/(application|broker)/) ? 'inside' : null
}

/** Mantine's and the icons' barrels hide who uses what, so these are told by name. */
const menus =
  /@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|tslib|@mantine.core.esm.(utils.Floating|components.(Combobox|Drawer|FocusTrap|Floating|Menu|ModalBase|NativeScrollArea|Overlay|Pagination|Popover|Portal|ScrollArea|Select|Tooltip|Transition))/
const controls =
  /@mantine.(hooks|core.esm.(core|components.(ActionIcon|Button|Checkbox.CheckIcon|CloseButton|Input|InlineInput|Loader|UnstyledButton|VisuallyHidden)))/

const asIs = { includeDependenciesRecursively: false }

/**
 * Which module goes into which file. Strangers arrive at the list of circles, at a circle or at signing in, often over slow lines,
 * where a hundred small files cost more than their bytes: what these screens are made of comes in a few, none of which brings along
 * much that they don't need. Everything else splits along the lazy screens; the map stays out of sign-in.
 */
export const codeSplitting = {
  groups: [
    // React changes seldom and is on every page; what else the entry needs comes as one file.
    { name: 'react', priority: 2, test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
    { name: 'base', priority: 1, tags: ['$initial' as const] },
    { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2, ...asIs },
    { name: 'menus', test: menus, minShareCount: 2, ...asIs },
    { name: 'controls', test: controls, minShareCount: 3, ...asIs },
    { name: fileOfOurs, debugName: 'first visit', ...asIs },
  ],
}
