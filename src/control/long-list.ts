/** A result that is text already. */
export class WrittenBody {
  readonly text: string
  readonly type: string

  constructor(text: string, type = 'application/json') {
    this.text = text
    this.type = type
  }
}

/** An object, with a list of shown items as its last field. */
export function withLongList<T>(
  object: object,
  name: string,
  items: readonly T[],
  show: (item: T) => unknown,
): WrittenBody {
  const list = items.map((item) => JSON.stringify(show(item))).join(',')
  return new WrittenBody(`${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:[${list}]}`)
}
