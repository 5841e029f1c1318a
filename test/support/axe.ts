import axe from 'axe-core'
import type { Page } from 'playwright-core'

const WIDE = { width: 1280, height: 800 }

/** Where people look, and what axe-core looks at: another scheme and another width each time. */
const LOOKS = [
  { size: { width: 390, height: 844 }, colorScheme: 'dark' },
  { size: { width: 820, height: 1100 }, colorScheme: undefined },
  { size: WIDE, colorScheme: 'light' },
] as const

const broken = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      rules: { 'label-content-name-mismatch': { enabled: true } },
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
    [...document.querySelectorAll('main .panel, main .card, main .cell, .detail')].flatMap((box) => {
      const { right } = box.getBoundingClientRect()
      return [...box.querySelectorAll('button, input, select, textarea, summary, p')]
        .filter((each) => each.closest('.scroller, .log') === null && each.getBoundingClientRect().right > right + 1)
        .map((each) => each.outerHTML.slice(0, 120))
    }),
  )

/** The findings of axe-core on the page as it stands, and elements that are too wide for it, at three sizes. */
export async function problems(page: Page): Promise<readonly unknown[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found: unknown[] = []
  for (const { size, colorScheme } of LOOKS) {
    await page.setViewportSize(size)
    if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
    const seen = [...(colorScheme === undefined ? [] : await broken(page)), ...(await overflow(page))]
    found.push(...[...seen, ...(await cutOff(page))].map((each) => [size.width, each]))
  }
  return found
}
