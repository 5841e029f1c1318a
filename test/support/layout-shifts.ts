import type { Page } from 'playwright-core'

interface Shift {
  readonly value: number
  /** What moved. */
  readonly moved: readonly string[]
}

/** Every shift of the layout since the page was opened. What a person did lately excuses none. */
export const shifts = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(
    () =>
      new Promise<readonly Shift[]>((resolve) => {
        const seen: Shift[] = []
        const observer = new PerformanceObserver((list) => list.getEntries().forEach(take))
        observer.observe({ type: 'layout-shift', buffered: true })
        // The buffered entries come with the next frames.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            observer.takeRecords().forEach(take)
            resolve(seen)
          }),
        )

        function take(entry: PerformanceEntry): void {
          const { value, sources } = entry as PerformanceEntry & {
            value: number
            sources: readonly { readonly node: Node | null }[]
          }
          seen.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 80) ?? '') })
        }
      }),
  )
