import { z } from 'zod'
import { strictObject } from '../../kernel/wire.ts'
import { type Library, sourceOf } from '../fixtures/library.ts'
import { attempt } from '../fixtures/problem.ts'
import { paramSchema, purposes, scenarioDocument } from './document.ts'

const { description, purpose, provider_states, params } = scenarioDocument.shape

/** What a list shows of a scenario. It is read without values for the parameters, so most fields stay unchecked. */
const head = z.looseObject({ description, purpose, provider_states, params })

/** A scenario as lists show it. */
export const shownSummary = strictObject({
  name: z.string(),
  description: z.string(),
  purpose,
  provider_states: z.array(z.string()),
  params: z.record(z.string(), paramSchema),
  brings: z
    .array(z.enum(['data', 'clock']))
    .describe('What starting it replaces in a sandbox besides its faults: data includes the users and their keys.'),
})
export type ScenarioSummary = Readonly<z.output<typeof shownSummary>>

/** `brings its own data and clock`; undefined where a scenario brings neither. */
export const bringsText = ({ brings }: ScenarioSummary): string | undefined =>
  brings.length === 0 ? undefined : `brings its own ${brings.join(' and ')}`

/** Every scenario of a library that can be read, by name. */
export const summariesOf = (library: Library): readonly ScenarioSummary[] =>
  library.names().flatMap((name): readonly ScenarioSummary[] => {
    const { data } = head.safeParse(attempt(() => sourceOf(library, 'scenario', name)).result?.value)
    if (data === undefined) return []
    const { fixture, clock } = data
    return [
      {
        description: data.description,
        ...(data.purpose && { purpose: data.purpose }),
        provider_states: data.provider_states,
        params: data.params,
        brings: [
          ...(fixture === undefined ? [] : ['data' as const]),
          ...(clock === undefined ? [] : ['clock' as const]),
        ],
        name,
      },
    ]
  })

type Purpose = (typeof purposes)[number]

const headings: Readonly<Record<Purpose, string>> = {
  network: 'Network and errors',
  'rate-limits': 'Rate limits',
  permissions: 'Permissions',
  refusals: 'Refusals',
  data: 'Data that is gone or changes',
  instances: 'Life of instances',
}

/** Scenarios by purpose, under its heading, in the order given: first those that name none, which are one's own. */
export function byPurpose<T extends { readonly purpose?: Purpose | undefined }>(
  scenarios: readonly T[],
): readonly (readonly [heading: string, members: readonly T[]])[] {
  const own = scenarios.filter(({ purpose }) => purpose === undefined)
  const groups = purposes.map((each) => [headings[each], scenarios.filter(({ purpose }) => purpose === each)] as const)
  return [['Yours', own] as const, ...groups].filter(([, members]) => members.length > 0)
}
