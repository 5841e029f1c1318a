import { answerKinds } from './kinds/answers.ts'
import { changeKinds } from './kinds/changes.ts'
import { connectionKinds } from './kinds/connections.ts'

/** All kinds of faults. */
export const kinds = [...answerKinds, ...connectionKinds, ...changeKinds] as const
