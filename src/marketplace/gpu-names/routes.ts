import { found, judgement } from '../../kernel/evidence.ts'
import { officialClient } from '../sources.ts'
import { z } from 'zod'
import { assumed } from '../../kernel/rule.ts'
import { strictObject } from '../../kernel/wire.ts'
import { offerFields } from '../instances/hardware.ts'
import { operation } from '../operation/operation.ts'
import { route } from '../operation/route.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import type { Sim } from '../sim.ts'

const ofOffers = assumed({
  id: 'gpu-names.list.of-offers',
  evidence: [
    ...found('It asks before every command, without need of a key.', officialClient),
    ...judgement('The order is shown nowhere.'),
  ],
  text: 'The names of the GPUs of all offers are answered, rented ones included, each once, in alphabetical order. No key is needed.',
  value: 200,
})

const list = operation({
  id: 'gpu-names.list',
  method: 'GET',
  path: '/api/v0/gpu_names/unique/',
  summary: 'List the names of GPUs',
  availability: neighbouringOperations,
  response: strictObject({ success: z.literal(true), gpu_names: z.array(z.string()) }).meta({ id: 'GpuNameList' }),
  success: ofOffers,
})

function listGpuNames({ tables, invention }: Sim): readonly string[] {
  const nameOf = offerFields.reader(invention, 'gpu_name')
  return [...new Set(tables.offers.values().map(nameOf))].toSorted()
}

export const gpuNameRoutes = [route(list, (sim) => ({ success: true, gpu_names: listGpuNames(sim) }))]
