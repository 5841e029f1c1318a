import { Clock } from './clock.tsx'
import { Coverage } from './coverage.tsx'
import { Faults } from './faults.tsx'
import { Findings } from './findings.tsx'
import { Journal } from './journal/journal.tsx'
import { Sandboxes } from './sandboxes.tsx'
import { Scenarios } from './scenarios.tsx'
import { State } from './state/state.tsx'

/** Every view, in the order of the navigation; the first one is the front page. */
export const views = [
  { page: 'journal', title: 'Journal', Body: Journal },
  { page: 'state', title: 'State', Body: State },
  { page: 'scenarios', title: 'Scenarios', Body: Scenarios },
  { page: 'faults', title: 'Faults', Body: Faults },
  { page: 'clock', title: 'Clock', Body: Clock },
  { page: 'sandboxes', title: 'Sandboxes', Body: Sandboxes },
  { page: 'coverage', title: 'Coverage', Body: Coverage },
  { page: 'findings', title: 'Findings', Body: Findings },
] as const

export type View = (typeof views)[number]
