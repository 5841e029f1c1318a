import type { CoverageReport } from '../testing/findings/coverage.ts'

/** The widths of letters and edges, in pixels of an 11-px sans serif. */
const LETTER = 6.6
const EDGE = 12

/** From so many percent the badge has this colour. */
const colours = [
  [80, '#1b7a3d'],
  [50, '#9a5200'],
  [0, '#c01f2e'],
] as const

const textAt = (x: number, content: string): string => `<text x="${x}" y="14">${content}</text>`

/** A badge for a README: how many of the documented rules were touched. */
export function coverageBadge({ documented: { touched, total } }: CoverageReport): string {
  const percent = Math.floor((100 * touched) / Math.max(1, total))
  const [, colour] = colours.find(([least]) => percent >= least) ?? colours[2]
  const [label, value] = ['contract coverage', `${percent} %`]
  const [left, right] = [label, value].map((text) => Math.ceil(text.length * LETTER) + EDGE)
  const [labelWidth = 0, valueWidth = 0] = [left, right]
  const width = labelWidth + valueWidth
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">`,
    `<title>${touched} of ${total} documented rules touched</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath><g clip-path="url(#r)">`,
    `<rect width="${labelWidth}" height="20" fill="#3d4450"/>`,
    `<rect x="${labelWidth}" width="${valueWidth}" height="20" fill="${colour}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `${textAt(labelWidth / 2, label)}${textAt(labelWidth + valueWidth / 2, value)}</g></svg>`,
  ].join('')
}
