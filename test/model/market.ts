/**
 * What a client of the marketplace may rely on, from the words of the contract alone: nothing here is taken from src.
 * Where the contract is silent the model is too: it then takes what the answer says, and holds later answers against it.
 */

/** An entry of an env: a variable with its value, or a port mapping `-p 80:80` with `1`, as a listing shows them. */
export type EnvEntry = readonly [name: string, value: string]

export interface Template {
  readonly id: number
  readonly hash_id: string
  readonly creator_id: number
  readonly name: string
  readonly image: string
  readonly tag: string
  readonly recommended_disk_space: number
  readonly count_created: number
  readonly private: boolean
  readonly env: readonly EnvEntry[]
}

export interface Listing {
  readonly id: number
  readonly disk_id: number
  /** Undefined where none was given: the contract shows no default. */
  readonly size: number | undefined
}

interface Instance {
  readonly id: number
  readonly user_id: number
  readonly offer_id: number
  readonly image: string
  readonly template: Template | undefined
  readonly env: readonly EnvEntry[]
  readonly volume_id: number | undefined
}

/** A fault that meets the next request of an operation: it answers in its place, or loses the answer. */
interface Fault {
  readonly name: string
  readonly operation: string
  readonly isLost: boolean
}

/** Everything that a sandbox is expected to know. */
export interface Market {
  readonly seconds: number
  readonly templates: readonly Template[]
  readonly listings: readonly Listing[]
  readonly instances: readonly Instance[]
  /** The load floor of each endpoint group. */
  readonly minLoads: Readonly<Record<number, number>>
  /** When the last request of a user passed the limit of an operation, in seconds. */
  readonly passed: Readonly<Record<string, number>>
  readonly faults: readonly Fault[]
}

export const users = [1001, 1002, 1003] as const
export const keyOf = (user: number): string => `key-${user}`
/** The disks, volumes, groups and connections of a user end in the user's number. */
const ownedBy = (user: number, first: number): number => first + (user % 1000)
export const disksOf = (user: number): readonly number[] => [ownedBy(user, 500), ownedBy(user, 600)]
export const volumeOf = (user: number): number => ownedBy(user, 700)
export const groupOf = (user: number): number => ownedBy(user, 800)
const connectionOf = (user: number) => ({ id: ownedBy(user, 900), cloud_type: 's3', name: `backups of ${user}` })
export const connectionsOf = (user: number): readonly object[] => (user === 1003 ? [] : [connectionOf(user)])

const DISK_GB = 1000
export const offers: readonly number[] = Array.from({ length: 6 }, (_, at) => 301 + at)
const MIN_LOAD = 7

/** The start of every session. */
export const fixture = {
  users: users.map((id) => ({ id, name: `user ${id}`, api_keys: [{ key: keyOf(id) }] })),
  network_disks: users.flatMap((user_id) => disksOf(user_id).map((id) => ({ id, user_id, size: DISK_GB }))),
  volumes: users.map((user_id) => ({ id: volumeOf(user_id), user_id, size: 50 })),
  offers: offers.map((id) => ({ id, host_id: 1002 })),
  endpoint_groups: users.map((user_id) => ({
    id: groupOf(user_id),
    user_id,
    endpoint_name: 'llama',
    min_load: MIN_LOAD,
    target_util: 0.9,
    cold_mult: 2,
    cold_workers: 1,
    max_workers: 4,
  })),
  cloud_connections: users.flatMap((user_id) => connectionsOf(user_id).map((each) => ({ ...each, user_id }))),
}

export const start: Market = {
  seconds: 0,
  templates: [],
  listings: [],
  instances: [],
  minLoads: Object.fromEntries(users.map((user) => [groupOf(user), MIN_LOAD])),
  passed: {},
  faults: [],
}

/** Of the operations that the contract limits, the thresholds. It shows no unit; the simulator reads seconds. */
export const thresholds: Readonly<Record<string, number>> = {
  'instances.list': 2,
  'endpoint-groups.update': 2,
  'cloud-connections.list': 2.9,
}

export const isSeenBy = (user: number, template: Template): boolean => !template.private || template.creator_id === user

/** Template entries are kept and request entries appended; for a variable that both give, the request's value holds. */
export function mergedEnv(template: readonly EnvEntry[], request: readonly EnvEntry[]): readonly EnvEntry[] {
  const given = new Set(request.map(([name]) => name))
  return [...template.filter(([name]) => !given.has(name)), ...request]
}

export const envText = (env: readonly EnvEntry[]): string =>
  env.map(([name, value]) => (name.startsWith('-p ') ? name : `-e ${name}=${value}`)).join(' ')

type Operand = number | string | boolean | readonly (number | string)[]

/** The operators of the contract's filters. */
const operators: Readonly<Record<string, (value: unknown, operand: Operand) => boolean>> = {
  eq: (value, operand) => value === operand,
  neq: (value, operand) => value !== operand,
  lt: (value, operand) => Number(value) < Number(operand),
  lte: (value, operand) => Number(value) <= Number(operand),
  gt: (value, operand) => Number(value) > Number(operand),
  gte: (value, operand) => Number(value) >= Number(operand),
  in: (value, operand) => [operand].flat().some((each) => each === value),
  notin: (value, operand) => ![operand].flat().some((each) => each === value),
}

export interface Filter {
  readonly field: string
  readonly operator: string
  readonly operand: Operand
}

export const fulfils = (row: object, { field, operator, operand }: Filter): boolean =>
  operators[operator]?.(Reflect.get(row, field), operand) ?? false
