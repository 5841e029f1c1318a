import { fieldOf } from '../../kernel/object.ts'
import type { Trial } from '../../testing/trial/trial.ts'

/** Several unusual things at once: most clients get over all of them, and one run says so. */
export const UNUSUAL = 'unusual'

/** The trials that tell which half of several unusual things a client fails at; none of one that has a single thing. */
export function halvesOf(trial: Trial): readonly Trial[] {
  const { id, effect } = trial
  const steps = effect.answer ?? []
  const name = id.slice(id.lastIndexOf('/') + 1)
  if (!name.startsWith(UNUSUAL) || steps.length < 2) return []
  const middle = Math.ceil(steps.length / 2)
  return [steps.slice(0, middle), steps.slice(middle)].map((half, at) => {
    const [one] = half
    const known = half.length === 1 ? nameOf(one) : undefined
    return {
      ...trial,
      id: `${id.slice(0, -name.length)}${known?.name ?? `${name}.${at + 1}`}`,
      injected: known?.injected ?? `${half.length} unusual things at once`,
      effect: { answer: half },
    }
  })
}

/** What a single step injects. */
function nameOf(step: unknown): { readonly name: string; readonly injected: string } {
  const pathOf = (kind: 'set' | 'float' | 'add'): string | undefined => {
    const path: unknown = fieldOf(step, kind)
    return typeof path === 'string' ? path.replaceAll(/^\$\.?|\[\*\]/g, '') : undefined
  }
  const set = pathOf('set')
  const float = pathOf('float')
  const where = pathOf('add') ?? ''
  if (set !== undefined) return { name: `null.${set}`, injected: `${set} is null` }
  if (float !== undefined) return { name: `float.${float}`, injected: `${float} is written as a float: 8.0` }
  return {
    name: `further-field${where && `.${where}`}`,
    injected: `a field that the client does not know, in ${where || 'the answer'}`,
  }
}
