import { readCaptures } from '../src/drift/read-captures.ts'
import { operationFor } from '../src/drift/operations.ts'
import { type Fidelity, sumOf } from '../src/drift/fidelity.ts'
import { DriftRun } from '../src/drift/run.ts'
import { playClients } from '../test/clients/play.ts'
import { table } from './table.ts'

/** The requests of other operations of the service. */
const NOT_SIMULATED = 'none that is simulated'

interface Count {
  readonly all: number
  readonly whole: number
}

interface Measured {
  /** By operation. */
  readonly captured: Readonly<Record<string, Fidelity>>
  readonly asked: ReadonlyMap<string, Count>
}

/** Plays the captures that are kept, and the requests of public clients. */
async function measure(dialect: 'documented' | 'observed'): Promise<Measured> {
  const run = new DriftRun({ dialect, chosen: [] })
  for (const read of readCaptures(['test/data/captures']))
    if ('capture' in read) await run.take(read.capture, read.file, [])
  const asked = new Map<string, Count>()
  for (const { request, msg, lacking } of await playClients(dialect)) {
    const [method = '', path = ''] = request.split(' ')
    const id = operationFor({ method, path })?.operation.id ?? NOT_SIMULATED
    const { all, whole } = asked.get(id) ?? { all: 0, whole: 0 }
    asked.set(id, { all: all + 1, whole: whole + (msg === '' && lacking.length === 0 ? 1 : 0) })
  }
  return { captured: run.report().fidelity, asked }
}

const measured = { observed: lazily(() => measure('observed')), documented: lazily(() => measure('documented')) }

/** Measures once, when it is first asked for. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

const totalOf = (counts: Iterable<Count>): Count =>
  [...counts].reduce((sum, { all, whole }) => ({ all: sum.all + all, whole: sum.whole + whole }), { all: 0, whole: 0 })

/** For the README. */
export async function figure(): Promise<string> {
  const { captured, asked } = await measured.observed()
  const { judged, alike, alikeInShown, shown, shownAlike } = sumOf(Object.values(captured))
  const { all, whole } = totalOf(asked.values())
  const usual = await measured.documented()
  const ofUsual = sumOf(Object.values(usual.captured))
  return `In the dialect \`observed\`, ${alikeInShown} of ${judged} captured answers of the real service are alike in every field that they show (${shownAlike} of ${shown} fields in all), ${alike} of them with the same fields; of ${all} requests of public clients, ${whole} are answered whole. In \`documented\`, the default, it is ${ofUsual.alikeInShown} of ${ofUsual.judged} answers (${ofUsual.shownAlike} of ${ofUsual.shown} fields), and ${totalOf(usual.asked.values()).whole} requests: it has the operations of the contract alone.`
}

const cells = (fidelity: Fidelity | undefined, count: Count | undefined): readonly string[] => [
  ...(fidelity === undefined
    ? ['', '', '']
    : [
        `${fidelity.alike} of ${fidelity.judged}`,
        `${fidelity.alikeInShown} of ${fidelity.judged}`,
        `${fidelity.shownAlike} of ${fidelity.shown}`,
      ]),
  count === undefined ? '' : `${count.whole} of ${count.all}`,
]

/** The same by operation. */
export async function fidelity(): Promise<string> {
  const { captured, asked } = await measured.observed()
  const named = (test: (count: Count) => boolean): string =>
    [...asked]
      .flatMap(([id, count]) => (id.includes(' ') || !test(count) ? [] : [`\`${id}\``]))
      .toSorted()
      .join(', ')
  const strongest = named(({ all, whole }) => all > 3 && whole === all)
  const weakest = named(({ all, whole }) => whole < all * 0.8)
  const ids = [...new Set([...Object.keys(captured), ...asked.keys()])].filter((id) => id !== NOT_SIMULATED).toSorted()
  const rows = table(
    [
      'Operation',
      'Captures with the same fields',
      'Alike in all that they show',
      'Fields alike',
      'Requests answered whole',
    ],
    [
      ...ids.map((id) => [`\`${id}\``, ...cells(captured[id], asked.get(id))]),
      [NOT_SIMULATED, ...cells(undefined, asked.get(NOT_SIMULATED))],
      ['all', ...cells(sumOf(Object.values(captured)), totalOf(asked.values()))],
    ],
  )
  return `${await figure()} Strongest, by four requests and more that are all answered whole: ${strongest}. Weakest, with less than four in five: ${weakest}.\n\n${rows}`
}
