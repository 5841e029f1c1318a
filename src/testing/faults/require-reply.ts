import type { Reply } from './effect.ts'

/** The real response. @throws Error where an effect that corrupts it came before the operation, a defect of the simulator */
export function requireReply(real: Reply | undefined): Reply {
  if (real === undefined) throw new Error('an effect that spoils the real answer came before it')
  return real
}
