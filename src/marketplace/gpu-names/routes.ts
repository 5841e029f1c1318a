import { z } from 'zod'
import type { Invention } from '../../kernel/invention.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { noInput } from '../../kernel/operation.ts'
import { assumed } from '../../kernel/rule.ts'
import { andThen, endsSlice, inSlices, SharedWork, type Work } from '../../kernel/slices.ts'
import { strictObject } from '../../kernel/wire.ts'
import { offerFields } from '../instances/hardware.ts'
import type { OfferRow } from '../instances/rows.ts'
import { operation } from '../operation/operation.ts'
import { route } from '../operation/route.ts'
import { neighbouring } from '../operation/rules.ts'
import type { Sim } from '../sim.ts'

const ofOffers = assumed({
  id: 'gpu-names.list.of-offers',
  evidence:
    'official client of August 2026: it asks before every command, without need of a key; the order is judgement',
  text: 'The names of the GPUs of all offers are answered, rented ones included, each once, in alphabetical order. No key is needed.',
  value: 200,
})

const list = operation({
  id: 'gpu-names.list',
  method: 'GET',
  path: '/api/v0/gpu_names/unique/',
  summary: 'List the names of GPUs',
  existence: neighbouring,
  envelope: 'flagged',
  params: noInput,
  query: noInput,
  body: noInput,
  response: strictObject({ success: z.literal(true), gpu_names: z.array(z.string()) }).meta({ id: 'GpuNameList' }),
  success: ofOffers,
  rules: {},
})

function* distinctNames(invention: Invention, offers: readonly OfferRow[]): Work<readonly string[]> {
  const nameOf = offerFields.reader(invention, 'gpu_name')
  const names = new Set<string>()
  for (const [at, offer] of offers.entries()) {
    names.add(nameOf(offer))
    if (endsSlice(at + 1)) yield
  }
  return [...names].toSorted()
}

/** A client asks before each command. */
const namesIn = memoizeByObject((invention: Invention) =>
  memoizeByObject((offers: readonly OfferRow[]) => new SharedWork(() => distinctNames(invention, offers))),
)

function* gpuNames({ tables, invention }: Sim): Work<readonly string[]> {
  return yield* namesIn(invention)(yield* tables.offers.load()).wait()
}

export const gpuNameRoutes = [
  route(list, (sim) => andThen(inSlices(gpuNames(sim)), (gpu_names) => ({ success: true, gpu_names }))),
]
