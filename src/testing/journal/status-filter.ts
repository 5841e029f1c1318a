/** A status, a class of them, a range, or one with `!` before it. */
const ITEM = /^(!?)(?:([1-5])xx|(\d{1,3})(?:-(\d{1,3}))?|([<>]=?)(\d{1,3}))$/

type StatusTest = (status: number) => boolean

/**
 * Which statuses a text such as `4xx,5xx`, `400-499`, `>=500`, `0` or `!200` means: any of those that it names, and none
 * of those after a `!`. Undefined for a text that means none.
 */
export function statusTest(text: string): StatusTest | undefined {
  const items = text.split(',').map((item) => ITEM.exec(item.trim()))
  const wanted: StatusTest[] = []
  const unwanted: StatusTest[] = []
  for (const item of items) {
    if (item === null || isEmpty(item)) return undefined
    ;(item[1] === '!' ? unwanted : wanted).push(testOf(item))
  }
  return (status) =>
    (wanted.length === 0 || wanted.some((test) => test(status))) && !unwanted.some((test) => test(status))
}

/** A range that ends before it begins. */
const isEmpty = ([, , , from, to]: RegExpExecArray): boolean => to !== undefined && Number(to) < Number(from)

function testOf([, , hundreds, from, to, operator, bound]: RegExpExecArray): StatusTest {
  if (hundreds !== undefined) return (status) => Math.trunc(status / 100) === Number(hundreds)
  if (operator === undefined) return (status) => status >= Number(from) && status <= Number(to ?? from)
  const limit = Number(bound)
  return (
    {
      '<': (status: number) => status < limit,
      '<=': (status: number) => status <= limit,
      '>': (status: number) => status > limit,
    }[operator] ?? ((status) => status >= limit)
  )
}
