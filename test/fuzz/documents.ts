import * as fc from 'fast-check'

/** What stands where something else is expected. Made from JSON text, so that `__proto__` is a key. */
const strange: readonly unknown[] = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e308',
  '-1e308',
  '9007199254740993',
  '""',
  '[]',
  '{}',
  '[[[]]]',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":1}}',
  '{"toString":1,"":2}',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  '"constructor"',
  '"2026-13-45"',
  '"../../etc/passwd"',
  '"${x}"',
  '"$request{$.body}"',
  '"$..[*]"',
  '"**/**/*"',
  '"<script>"',
  '"9999-12-31T23:59:59Z"',
  '"NaN"',
].map((text): unknown => JSON.parse(text))

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...strange) },
  { weight: 2, arbitrary: fc.jsonValue() },
  fc.constantFrom(40, 4000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(20, 60).map((depth): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.constantFrom(20, 300).map((length) => Array.from({ length }, (_, at) => at)),
)

const change = fc.record({
  where: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'drop', 'add', 'repeat'),
  value,
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

const isContainer = (part: unknown): part is object => typeof part === 'object' && part !== null

/** Every object and list within a value, itself included. */
const containers = (part: unknown): readonly object[] =>
  isContainer(part) ? [part, ...Object.values(part).flatMap(containers)] : []

function changed(document: object, { where, how, value: given }: Change): object {
  // A copy: later changes may change what was put in.
  const put: unknown = structuredClone(given)
  const all = containers(document)
  const container = all[where % all.length] ?? document
  const keys = Object.keys(container)
  const key = keys[where % Math.max(1, keys.length)]
  if (how === 'drop' && key !== undefined) Reflect.deleteProperty(container, key)
  else if (how === 'repeat' && Array.isArray(container)) container.push(...container.slice(0, 3))
  else if (how === 'add' || key === undefined)
    Object.assign(container, Array.isArray(container) ? [put] : { [`a${where % 5}`]: put })
  else Object.defineProperty(container, key, { value: put, enumerable: true, configurable: true, writable: true })
  return document
}

/** One of these documents with up to four changes anywhere, or something that is not a document at all. */
export const spoiled = (documents: readonly object[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(fc.constantFrom(...documents), fc.array(change, { maxLength: 4 }))
        .map(([document, changes]) => changes.reduce(changed, structuredClone(document))),
    },
    value,
  )

const tokens = [
  '&a ',
  '*a',
  '*b ',
  '<<: *a',
  '!!binary ',
  '!!js/function ',
  '!x ',
  '? ',
  '- ',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '\t',
  ': ',
  ' #',
  '\n---\n',
  '\n...\n',
  '%YAML 9.9\n',
  '|+9\n',
  '>-\n',
  '\u0000',
  '\uFEFF',
  '\u2028',
  '\uD800',
  '0x1F',
  '.inf',
  '-.nan',
  '~',
  '1e999',
  '\r',
  '\\u12',
  '${',
  '_'.repeat(3000),
  ' '.repeat(2000),
  '[{'.repeat(70),
]

const cut = fc.record({
  at: fc.nat(),
  gone: fc.constantFrom(0, 0, 1, 2, 8, 200),
  put: fc.constantFrom('', ...tokens),
})

/** One of these texts with up to six places in which something is cut out or put in. */
export const spoiledText = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...texts), fc.array(cut, { maxLength: 6 })).map(([text, cuts]) =>
    cuts.reduce((so, { at, gone, put }) => {
      const from = at % (so.length + 1)
      return so.slice(0, from) + put + so.slice(from + gone)
    }, text),
  )
