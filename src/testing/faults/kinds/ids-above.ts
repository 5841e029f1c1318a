import { z } from 'zod'
import { kind, whole } from '../effect.ts'

/** Ids go on from here, and stay whole numbers. */
const LARGEST = 2 ** 52

export const idsAboveKind = kind({
  key: 'ids_above',
  text: 'Rows created from then on have ids above this one.',
  schema: z.int().min(0).max(LARGEST),
  corrupts: true,
  ofOperation: true,
  examples: [{ label: 'ids beyond 32 bits', effect: { ids_above: 5_000_000_000 } }],
  rewrite: (above, { raiseIds }, input) => {
    raiseIds(above)
    return { ...input }
  },
  apply: (_, __, real) => whole(real),
})
