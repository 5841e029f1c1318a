import type { PageContext } from '../page-context.ts'
import { Clock } from './clock/clock.tsx'
import { Coverage } from './coverage/coverage.tsx'
import { Failures } from './failures/failures.tsx'
import { Findings } from './findings.tsx'
import { Journal } from './journal/journal.tsx'
import { Sweep } from './sweep/sweep.tsx'
import { State } from './state/state.tsx'

/** Every view, in the order of the navigation; the first one is the front page. */
export const views = [
  { page: 'journal', title: 'Journal', Body: Journal },
  { page: 'faults', title: 'Failures', Body: Failures },
  { page: 'state', title: 'State', Body: State },
  { page: 'clock', title: 'Clock', Body: Clock },
  { page: 'coverage', title: 'Coverage', Body: Coverage },
  { page: 'findings', title: 'Findings', Body: Findings },
  { page: 'sweep', title: 'Sweep', Body: Sweep },
] as const

export type View = (typeof views)[number]

/** Those that the navigation has: a sweep is shown where one runs. */
export const viewsOf = ({ options: { sweep } }: PageContext): readonly View[] =>
  views.filter(({ page }) => page !== 'sweep' || sweep !== undefined)
