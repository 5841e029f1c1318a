import type { RawInput } from '../operation/route.ts'
import type { Sim } from '../sim.ts'
import { createChoices } from './create-choices.ts'

const { runtypeWords } = createChoices

/** Reads a runtype of several words as one, with the flags that say the rest. */
export function adaptCreation({ rules, trace }: Sim, raw: RawInput): RawInput {
  const sent: unknown = Reflect.get(raw.body, 'runtype')
  const read = typeof sent === 'string' ? connections(sent) : undefined
  if (read === undefined) return raw
  if (rules.chosen(runtypeWords) === 'refused') {
    trace.addHint('runtype: --dialect observed reads several words')
    return raw
  }
  trace.apply(runtypeWords)
  const { runtype, ...flags } = read
  return { ...raw, body: { ...flags, ...withoutAbsent(raw.body, flags), runtype } }
}

/** A body without what is null in it and has a value otherwise. */
const withoutAbsent = (body: object, otherwise: object): object =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(otherwise, name)))

interface Connections {
  readonly runtype: string
  readonly use_ssh?: boolean
  readonly ssh_direct?: boolean
}

const WORD = /^(args|(ssh|jupyter)(_direct?|_proxy)?)$/

/** `jupyter_proxy ssh_proxy` is `{runtype: 'jupyter_proxy', use_ssh: true}`; undefined for what is no such list. */
function connections(text: string): Connections | undefined {
  const words = text.split(' ').filter((word) => word !== '')
  const [first = '', ...more] = words
  if (!words.every((word) => WORD.test(word)) || (more.length === 0 && !first.endsWith('_direc'))) return undefined
  const has = (start: string) => words.some((word) => word.startsWith(start))
  const way = (mode: string) => (has(`${mode}_direc`) ? 'direct' : 'proxy')
  const ssh = { use_ssh: true, ...(way('ssh') === 'direct' && { ssh_direct: true }) }
  if (has('args')) return { runtype: 'args', ...(has('ssh') && ssh) }
  if (has('jupyter')) return { runtype: `jupyter_${way('jupyter')}`, ...(has('ssh') && ssh) }
  return words.length === 0 ? undefined : { runtype: `ssh_${way('ssh')}` }
}
