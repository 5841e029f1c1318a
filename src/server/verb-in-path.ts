import { nearest } from '../kernel/nearest.ts'
import { type Operation, resourceOf } from '../kernel/operation.ts'
import { fillPath } from '../kernel/path.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { isServed, operations } from '../marketplace/routes.ts'

interface Meaning {
  /** The last parts of the ids of operations that do it; the first that a resource has is meant. */
  readonly does: readonly string[]
  /** What the body says, of an instance. */
  readonly body?: string
}

/** What people mean by a verb that they write into a path. */
const meanings: Readonly<Record<string, Meaning>> = {
  ...meaning('stop pause halt shutdown suspend', { does: ['change'], body: '{"state": "stopped"}' }),
  ...meaning('start resume unpause', { does: ['change'], body: '{"state": "running"}' }),
  ...meaning('label rename', { does: ['change'], body: '{"label": "..."}' }),
  ...meaning('restart reboot', { does: ['reboot'] }),
  ...meaning('logs', { does: ['request-logs'] }),
  ...meaning('execute exec run', { does: ['execute'] }),
  ...meaning('recycle', { does: ['recycle'] }),
  ...meaning('destroy delete remove terminate kill', { does: ['destroy', 'delete', 'unlist'] }),
  ...meaning('create add new rent launch', { does: ['create'] }),
  ...meaning('update edit change modify', { does: ['change', 'edit', 'update'] }),
  ...meaning('show get info status', { does: ['show', 'current', 'list', 'search'] }),
  ...meaning('list all', { does: ['list', 'search'] }),
  ...meaning('search find', { does: ['search', 'list'] }),
}

function meaning(verbs: string, means: Meaning): Readonly<Record<string, Meaning>> {
  return Object.fromEntries(verbs.split(' ').map((verb) => [verb, means]))
}

/** The resources by what they are called in paths and in ids of operations: `template` and `templates`. */
const resources: ReadonlyMap<string, string> = new Map([
  ...operations
    .toReversed()
    .map((operation) => [operation.path.split('/')[3] ?? '', resourceOf(operation.id)] as const),
  ...operations.map((operation) => [resourceOf(operation.id), resourceOf(operation.id)] as const),
])

/** `list` reads, except of network volumes, where it offers a disk for rent. */
const isListing = ({ id, method }: Operation): boolean => id.endsWith('.list') && method === 'POST'

/**
 * The call that does what a path with a verb in it asks for: `/instances/31/stop/` means `PUT /api/v0/instances/31/`.
 * Undefined without such a verb, and where no operation of the resource does it.
 * @param known the path of the operation that takes the request in another dialect: verbs in it belong there
 */
export function callMeantByVerb(path: string, rules: RulesInForce, known = ''): string | undefined {
  const [place = '', ...rest] = path
    .replace(/^\/api\/v\d+(?=\/)/, '')
    .split('/')
    .filter((segment) => segment !== '')
  const isVerb = (segment: string): boolean =>
    Object.hasOwn(meanings, segment.toLowerCase()) && !known.includes(`/${segment}/`)
  const verb = rest.findLast(isVerb)
  const [name = ''] = resources.has(place) ? [place] : nearest(place, [...resources.keys()])
  const resource = resources.get(name)
  if (verb === undefined || resource === undefined || path.includes('//')) return undefined
  const { does, body } = meanings[verb.toLowerCase()] ?? { does: [] }
  const [meant] = does.flatMap((last) =>
    operations.filter((each) => each.id === `${resource}.${last}` && !isListing(each)),
  )
  if (meant === undefined || (body !== undefined && resource !== 'instances')) return undefined
  const ids = rest.filter((segment) => /^\d+$/.test(segment))
  const target = fillPath(meant.path, (param) => ids.shift() ?? `{${param}}`)
  const said = body === undefined ? '' : ` with ${body}`
  const where = isServed(meant, rules) ? '' : ', which --dialect observed serves'
  return `a path has no verb: for ${verb.toLowerCase()}, send ${meant.method} ${target}${said} (${meant.id})${where}`
}
