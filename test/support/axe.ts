import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What a theme changes: all other rules find in the dark one what they find in the light one. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const broken = (page: Page, only?: readonly string[]): Promise<readonly unknown[]> =>
  page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      ...(runOnly ? { runOnly: [...runOnly] } : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))])
  }, only)

/** What axe-core finds on the page as it stands, in the light theme and in the dark one. */
export async function violations(page: Page): Promise<readonly unknown[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  await page.emulateMedia({ colorScheme: 'light' })
  const inLight = await broken(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...inLight, ...(await broken(page, OF_COLOURS))]
}
