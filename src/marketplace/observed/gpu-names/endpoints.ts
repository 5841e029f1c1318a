import { z } from 'zod'
import { strictObject } from '../../../kernel/wire.ts'
import { offerFields } from '../../instances/hardware.ts'
import { observedEndpoint } from '../../operation/route.ts'
import { type Sim } from '../../sim.ts'
import { catalogue } from '../../catalogue.ts'

function listGpuNames({ tables, invention }: Sim): readonly string[] {
  const nameOf = offerFields.reader(invention, 'gpu_name')
  return [...new Set(tables.offers.values().map(nameOf))].toSorted()
}

const list = observedEndpoint(
  {
    id: 'gpu-names.list',
    method: 'GET',
    path: '/api/v0/gpu_names/unique/',
    summary: 'List the names of GPUs',
    response: strictObject({ success: z.literal(true), gpu_names: z.array(z.string()) }).meta({ id: 'GpuNameList' }),
    success: catalogue['gpu-names.list.of-offers'],
  },
  (sim) => ({ success: true, gpu_names: listGpuNames(sim) }),
)

export const gpuNameEndpoints = [list]
