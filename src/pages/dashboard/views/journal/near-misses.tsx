import type { NearMiss } from '../../../../testing/journal/matched.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'

type NearMissesProps = { readonly context: PageContext; readonly nearMisses: readonly NearMiss[] }

/** The faults and stubs that would have met the request but for a criterion or two. */
export const NearMisses = ({ context, nearMisses }: NearMissesProps) => (
  <ul class="plain rules">
    {nearMisses.map((miss) => (
      <li>
        <a href={pageUrl(context, 'faults')}>{miss.fault ?? miss.stub}</a> would have applied except for{' '}
        {miss.missed.map(({ criterion, expected, actual }, index) => (
          <>
            {index > 0 && '; '}
            <code>{criterion}</code>: expected <code>{JSON.stringify(expected)}</code>, was{' '}
            <code>{JSON.stringify(actual) ?? 'absent'}</code>
          </>
        ))}
      </li>
    ))}
  </ul>
)
