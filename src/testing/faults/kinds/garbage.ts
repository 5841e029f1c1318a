import { z } from 'zod'
import { kind, whole } from '../effect.ts'

const BYTES = 256

export const garbageKind = kind({
  key: 'garbage',
  text: '256 random bytes in place of a body, from the seed.',
  schema: z.literal(true),
  corrupts: false,
  examples: [{ label: 'garbage', effect: { garbage: true } }],
  apply: (_, { fault, invention, exchange }) => {
    const draw = invention.draw(`faults/${fault}`, exchange)
    const bytes = draw('garbage', (faker) => Uint8Array.from({ length: BYTES }, () => faker.number.int({ max: 255 })))
    return whole({ status: 200, headers: { 'content-type': 'application/json' }, body: bytes })
  },
})
