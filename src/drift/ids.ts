import { isObject } from '../kernel/object.ts'
import { parseJson } from '../kernel/parse-json.ts'
import { isSecretName } from '../testing/journal/secret-names.ts'

/** What a path or an operation names, as fields name it: `PUT /asks/7/` is about an offer, `template_id` about a template. */
const alike: Readonly<Record<string, string>> = {
  asks: 'offer',
  'rental-offer': 'offer',
  ask_contract: 'offer',
  instances: 'instance',
  new_contract: 'instance',
  endptjobs: 'endpoint',
  'endpoint-group': 'endpoint',
}

/** `instance` for `instances.list` */
export function resourceOf(operation: string): string {
  const name = operation.replace(/s?\..*$/, '')
  return alike[name] ?? name
}

export const isIdName = (name: string): boolean =>
  /(^|_)(id|ids|hash|contract|token)$|^result$|^sort_order$|_hash|hash_/.test(name) || isSecretName(name)

const kindOf = (name: string, resource: string): string => {
  if (/^(id|ids|result|key)$/.test(name)) return resource
  const named = name.replace(/_ids?$/, '')
  return alike[named] ?? named
}

type Id = string | number

/** A hash or a token names one thing wherever it stands; a number does so among things of one kind. */
const keyOf = (kind: string, id: Id): string => (typeof id === 'string' ? id : `${kind} ${id}`)

/** The ids of a capture, and those that the simulator gave to the same things. */
export class SameIds {
  readonly #ours: Map<string, Id>
  readonly #theirs: Map<string, Id>

  constructor(ours: ReadonlyMap<string, Id> = new Map(), theirs: ReadonlyMap<string, Id> = new Map()) {
    this.#ours = new Map(ours)
    this.#theirs = new Map(theirs)
  }

  copy(): SameIds {
    return new SameIds(this.#ours, this.#theirs)
  }

  /** Whether two ids may be those of the same thing: from then on they are. */
  match(name: string, resource: string, ours: unknown, theirs: unknown): boolean {
    if (!isId(ours) || !isId(theirs)) return typeof ours === typeof theirs
    const kind = kindOf(name, resource)
    const known = this.#ours.get(keyOf(kind, theirs))
    if (known !== undefined) return known === ours
    if (this.#theirs.has(keyOf(kind, ours))) return false
    this.#ours.set(keyOf(kind, theirs), ours)
    this.#theirs.set(keyOf(kind, ours), theirs)
    return true
  }

  /** The id that the simulator gave. */
  ours(kind: string, theirs: Id): Id {
    return this.#ours.get(keyOf(kind, theirs)) ?? theirs
  }

  /** Whether something of this id is known to be there. */
  knows(kind: string, theirs: unknown): boolean {
    return isId(theirs) && this.#ours.has(keyOf(kind, theirs))
  }

  /** A path with our ids in place of those of the capture. */
  path(path: string, resource: string): string {
    const parts = path.split('/')
    const oursAt = (part: string, at: number) =>
      this.ours(alike[parts[at - 1] ?? ''] ?? resource, /^\d+$/.test(part) ? Number(part) : part)
    return parts.map(oursAt).join('/')
  }

  /** The same of a query string. */
  query(query: string, resource: string): string {
    const asked = [...new URLSearchParams(query)]
    const ours = asked.map(([name, value]): [string, string] => {
      const json = /^[[{\d]/.test(value) ? parseJson(value) : undefined
      const text = json === undefined ? this.ours(resource, value) : JSON.stringify(this.body(json, resource, name))
      return [name, String(text)]
    })
    return ours.every(([, value], at) => asked[at]?.[1] === value) ? query : new URLSearchParams(ours).toString()
  }

  /** The same of a body: numbers where a name says that they are ids, texts wherever they stand. */
  body(value: unknown, resource: string, name = ''): unknown {
    if (Array.isArray(value)) return value.map((each: unknown) => this.body(each, resource, name))
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([field, each]) => [
          field,
          this.body(each, resource, isIdName(name) && !isIdName(field) ? name : field),
        ]),
      )
    if (!isId(value) || (typeof value === 'number' && !isIdName(name))) return value
    return this.ours(kindOf(name, resource), value)
  }
}

const isId = (value: unknown): value is Id => typeof value === 'number' || (typeof value === 'string' && value !== '')
