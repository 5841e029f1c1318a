import { MAX_UNIX_SECONDS } from '../kernel/clock.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { connectionModes } from '../marketplace/instances/connections.ts'
import { attachedVolume, instance } from '../marketplace/instances/schema.ts'
import { statusOf } from '../marketplace/instances/status.ts'
import { type EnvEntry, formatEnv, readEnv } from '../marketplace/templates/env-flags.ts'
import { templateRuntypes } from '../marketplace/templates/schema.ts'
import { ShellSyntaxError } from '../kernel/split-shell-words.ts'
import type { CapturedRow } from './captured-answers.ts'
import { type Conversion, hasField, pick } from './conversion.ts'

const bare = { id: 1, user_id: 1, offer_id: 1 }
const statusFields = Object.keys(statusOf(bare, 0))

/** Whether a listing and a fixture have a field of that name, and the machine has none. */
const isOwn = (name: string): boolean =>
  Object.hasOwn(instance.shape, name) && hasField('instances', name) && !hasField('offers', name)

/** The fields of an instance's own from which a listing shows it like this: those of its machine are left to its offer. */
export function instanceFields(captured: CapturedRow, conversion: Conversion): CapturedRow {
  const { image_uuid: image, image_args: args, is_bid } = captured
  const given: CapturedRow = {
    ...pick(captured, (name) => isOwn(name) && !statusFields.includes(name)),
    ...ownStatus(captured),
    ...launchOf(captured['image_runtype'], conversion),
    image,
    args,
    env: envOf(captured['extra_env'], conversion),
    volumes: volumesOf(captured['volume_info']),
    price: is_bid === true ? (fieldOf(captured['search'], 'gpuCostPerHour') ?? captured['dph_base']) : undefined,
    running_since: runningSince(captured, conversion.atMs),
  }
  return pick(given, (name) => given[name] !== undefined && !(shownEmpty.has(name) && isEmpty(given[name])))
}

/** The fields that a listing shows as empty where a row leaves them out. */
const shownEmpty = new Set(['label', 'onstart', 'template_id', 'template_hash_id', 'template_name', 'args', 'volumes'])

const isEmpty = (value: unknown): boolean => value === '' || value === 0 || (Array.isArray(value) && value.length === 0)

/** The instant at which a listing shows an instance, in Unix milliseconds: its end, less the time that is left. */
export function shownAtMs({ start_date, end_date, duration }: CapturedRow): number | undefined {
  if (typeof end_date !== 'number' || typeof duration !== 'number') return undefined
  const atMs = Math.round((end_date - duration) * 1000)
  if (typeof start_date === 'number' && atMs < Math.floor(start_date * 1000)) return undefined
  return atMs > 0 && atMs <= MAX_UNIX_SECONDS * 1000 ? atMs : undefined
}

/** When an instance began to run (Unix seconds), unless it runs since its start. */
function runningSince(captured: CapturedRow, answeredAtMs: number | undefined): number | undefined {
  const { uptime_mins, start_date, actual_status } = captured
  const atMs = shownAtMs(captured) ?? answeredAtMs
  if (atMs === undefined || typeof uptime_mins !== 'number' || actual_status !== 'running') return undefined
  const sinceMs = Math.round(atMs - uptime_mins * 60_000)
  const startMs = typeof start_date === 'number' ? Math.round(start_date * 1000) : -Infinity
  // It does not run for longer than it is there; minutes are rounded.
  return sinceMs === startMs || sinceMs < startMs - 90_000 ? undefined : sinceMs / 1000
}

/** The status fields, without those that follow from the others: a fixed status no longer follows the client's changes. */
function ownStatus(captured: CapturedRow): CapturedRow {
  const { data: intended_status } = instance.shape.intended_status.safeParse(captured['intended_status'])
  const derived = Object.entries(statusOf({ ...bare, intended_status }, 0))
  if (!derived.every(([name, value]) => captured[name] === value))
    return pick(captured, (name) => statusFields.includes(name))
  return intended_status === 'running' ? {} : { intended_status }
}

/** What tells launches apart: `jupyter` may be launched, and reached directly. */
const modesIn = (runtype: string): string =>
  ['args', 'jupyter', 'ssh']
    .map((mode) => {
      const words = runtype.split(' ').filter((word) => word.startsWith(mode))
      return words.includes(`${mode}_direc`) ? 'direct' : words.length > 0
    })
    .join()

const flags = [{}, { use_ssh: true }, { ssh_direct: true }, { jup_direct: true }]

/** The settings that an instance can be launched with, those with the fewest flags first. */
const launches = templateRuntypes.flatMap((runtype) => flags.map((each) => ({ runtype, ...each })))

/** The settings of a launch, from the fields that a listing shows. */
function launchOf(image_runtype: unknown, { refused }: Conversion): object {
  if (image_runtype === undefined) return {}
  const settings =
    typeof image_runtype === 'string'
      ? launches.find((each) => modesIn(connectionModes({ ...bare, ...each })) === modesIn(image_runtype))
      : undefined
  if (settings === undefined) refused('image_runtype', 'is not a list of launch and connection modes that is known')
  return settings ?? {}
}

/** The env string that gives an `extra_env`, without secrets. */
function envOf(extra_env: unknown, { secrets, found, refused }: Conversion): string | undefined {
  if (extra_env === undefined || isEmpty(extra_env)) return undefined
  const { data } = instance.shape.extra_env.safeParse(extra_env)
  if (data === undefined) refused('extra_env', 'is not a list of pairs of texts')
  try {
    const entries = data?.flatMap(([name, value]): readonly EnvEntry[] =>
      name.startsWith('-p ') ? readEnv(name).entries : [{ name, value }],
    )
    return entries && formatEnv(entries.map((entry) => secrets.cleanEntry(entry, found)))
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error
    refused('extra_env', 'has a port mapping that cannot be read')
    return undefined
  }
}

const volumesOf = (volume_info: unknown): unknown =>
  Array.isArray(volume_info) && volume_info.length > 0
    ? volume_info.map((each: unknown) =>
        isObject(each) ? pick(each, (name) => Object.hasOwn(attachedVolume.shape, name)) : each,
      )
    : undefined
