import { readCaptures } from '../src/drift/read-captures.ts'
import { operationFor } from '../src/drift/operations.ts'
import { DriftRun } from '../src/drift/run.ts'
import { playClients } from '../test/clients/play.ts'
import { table } from './table.ts'

interface Count {
  all: number
  alike: number
}

const shown = ({ all, alike }: Count): string => (all === 0 ? '' : `${alike} of ${all}`)

/** How many captured answers the simulator gives alike, and how many requests of public clients it answers whole, by operation. */
export async function fidelity(): Promise<string> {
  const captured = new Map<string, Count>()
  const run = new DriftRun({ dialect: 'observed', chosen: [] })
  for (const read of readCaptures(['test/data/captures']))
    if ('capture' in read) await run.take(read.capture, read.file, [])
  for (const [id, { judged, alike }] of Object.entries(run.report().fidelity)) captured.set(id, { all: judged, alike })
  const asked = new Map<string, Count>()
  for (const { request, msg, lacking } of await playClients()) {
    const [method = '', path = ''] = request.split(' ')
    const id = operationFor({ method, path })?.operation.id ?? 'no operation that is simulated'
    const count = asked.get(id) ?? { all: 0, alike: 0 }
    asked.set(id, { all: count.all + 1, alike: count.alike + (msg === '' && lacking.length === 0 ? 1 : 0) })
  }
  const none = { all: 0, alike: 0 }
  const sum = (counts: ReadonlyMap<string, Count>): Count => ({
    all: [...counts.values()].reduce((total, each) => total + each.all, 0),
    alike: [...counts.values()].reduce((total, each) => total + each.alike, 0),
  })
  const ids = [...new Set([...captured.keys(), ...asked.keys()])].toSorted()
  const named = (test: (count: Count) => boolean): string =>
    [...asked]
      .flatMap(([id, count]) => (id.includes(' ') || !test(count) ? [] : [`\`${id}\``]))
      .toSorted()
      .join(', ')
  const strongest = named(({ all, alike }) => all > 3 && alike === all)
  const weakest = named(({ all, alike }) => alike < all * 0.8)
  const head = `Strongest, by four requests and more that are all answered whole: ${strongest}. Weakest, with less than four in five: ${weakest}.`
  const rows = table(
    ['Operation', 'Captured answers that are given alike', 'Requests of public clients that are answered whole'],
    [
      ...ids.map((id) => [`\`${id}\``, shown(captured.get(id) ?? none), shown(asked.get(id) ?? none)]),
      ['all', shown(sum(captured)), shown(sum(asked))],
    ],
  )
  return `${head}\n\n${rows}`
}
