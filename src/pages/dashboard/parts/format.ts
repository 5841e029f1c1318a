/** `1,234,567` */
export const grouped = (number: number): string => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** `2026-01-01 00:00:00` of an ISO 8601 instant. */
export const toSeconds = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

/** `1 fault is` or `2 faults are`. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** The beginning of a text that is longer than so many characters. */
export const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text)

/** Of so many the smaller unit tells nothing. */
const FEW = 10

const units = [
  ['day', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** `12 s`, `1 min 59 s`, `305 days` of a span in milliseconds: in its largest unit, and the next one where there are few. */
export function span(ms: number): string {
  let left = Math.floor(Math.abs(ms) / 1000)
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return { count, text: `${count} ${unit === 'day' && count !== 1 ? 'days' : unit}` }
  })
  const [first, second] = parts.slice(parts.findIndex(({ count }) => count > 0))
  if (first === undefined) return '0 s'
  return second === undefined || second.count === 0 || first.count >= FEW ? first.text : `${first.text} ${second.text}`
}
