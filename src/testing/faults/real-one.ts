import type { Reply } from './effect.ts'

/** The real answer, which is always there for an effect that spoils it. */
export function realOne(real: Reply | undefined): Reply {
  if (real === undefined) throw new Error('an effect that spoils the real answer came before it')
  return real
}
