import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'

/** A phone, a tablet, a laptop. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1100 },
  { width: 1280, height: 800 },
] as const

const SCHEMES = ['dark', 'light'] as const

const broken = (part: Locator): Promise<readonly unknown[]> =>
  part.evaluate(async (element) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(element === document.documentElement ? document : element, {
      rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))])
  })

/** What of the page lies beyond its width. */
const overflow = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 1,
    )
    return [scrollWidth - clientWidth, ...wide.map((each) => each.outerHTML.slice(0, 100))]
  })

/** Texts and fields that are cut off at the edge of what cannot be scrolled. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .card, main .cell, .detail')].flatMap((box) => {
      const { right } = box.getBoundingClientRect()
      return [...box.querySelectorAll('button, input, select, textarea, summary, p')]
        .filter((each) => each.getBoundingClientRect().right > right + 1)
        .map((each) => each.outerHTML.slice(0, 120))
    }),
  )

/**
 * The findings of axe-core, and elements that are too wide for the page as it stands: at each size, in each scheme.
 * @param part what axe-core looks at, where the rest lies behind it
 */
export async function problems(page: Page, part = page.locator('html')): Promise<readonly unknown[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found: unknown[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    found.push(...[...(await overflow(page)), ...(await cutOff(page))].map((each) => [size.width, each]))
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await broken(part)).map((each) => [size.width, colorScheme, each]))
    }
  }
  return found
}
