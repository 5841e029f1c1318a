import { expect, test } from 'vitest'
import { catalogueOf, readCatalogue } from '../../build-tools/rules/read.ts'
import { catalogueTypes } from '../../build-tools/rules/types.ts'
import { unnamedRules } from '../../build-tools/rules/unnamed.ts'
import { groupDigits } from '../../src/kernel/group-digits.ts'
import { refuse } from '../../src/kernel/refusal.ts'
import { MAX_DEPTH, MAX_REQUEST_VALUES } from '../../src/kernel/json-size.ts'
import { catalogue, rulesNamed } from '../../src/marketplace/catalogue.ts'
import { anyGpu } from '../../src/marketplace/instances/gpus.ts'
import { perAccount } from '../../src/marketplace/operation/rate-limit.ts'
import { callsApart, callsTo } from '../../src/contract/example-calls.ts'
import { operations, rules } from '../../src/marketplace/routes.ts'
import { attempt, problemLine } from '../../src/testing/fixtures/problem.ts'

const read = (text: string, file = 'rules/offers.yaml') => catalogueOf([{ file, text }])

const order = `offers.list.order:
  text: Offers come by ascending id.
  evidence:
    - No order is shown. | judgement
`

test('a rule is read as it stands, a line of evidence as a piece for each source', () => {
  const text = `offers.list.gone:
  text: An offer that is gone is refused.
  refuses: 410 no_such_ask
  value: 3
  rests_on:
    - offers.list.order
  evidence:
    - 410 | no code. | capture 2026-08, a thread, its end; code x4
    - It is ours. | judgement
  observed: found
  choices:
    found:
      text: It is found.
      answers: 404
      evidence:
        - Found. | docs 2026, a book
`
  const said = { says: '410 | no code.' }
  expect(read(`${order}\n${text}`)['offers.list.gone']).toEqual({
    text: 'An offer that is gone is refused.',
    status: 410,
    error: 'no_such_ask',
    value: 3,
    restsOn: ['offers.list.order'],
    evidence: [
      { ...said, kind: 'capture', date: '2026-08', source: 'a thread, its end', count: 1 },
      { ...said, kind: 'code', date: null, source: '4 not published under names', count: 4 },
      { says: 'It is ours.', kind: 'judgement', date: null, source: 'judgement', count: 1 },
    ],
    observed: 'found',
    alternatives: {
      found: {
        text: 'It is found.',
        status: 404,
        evidence: [{ says: 'Found.', kind: 'docs', date: '2026', source: 'a book', count: 1 }],
      },
    },
  })
})

const choice = `offers.list.empty:
  text: What is answered where there is none.
  usual: empty
  observed: "null"
  choices:
    empty:
      text: An empty list.
      evidence:
        - It shows a list. | docs, the contract
    "null":
      text: null.
      evidence:
        - null. | note
`

test.each([
  ['a misspelt key', `${order}  valeu: 3\n`, 5, 'offers.list.order.valeu: unknown key "valeu"; did you mean "value"?'],
  [
    'a misspelt kind of source',
    order.replace('judgement', 'captur 2026, a thread'),
    4,
    'offers.list.order.evidence.0: there is no source of the kind "captur"; did you mean "capture"?',
  ],
  [
    'several sources of one name',
    order.replace('judgement', 'code x4 2026, a thread'),
    4,
    'offers.list.order.evidence.0: "code x4 2026, a thread" is no source: write its kind, its date where it has one, ", " and its name; or "x4" for four without names',
  ],
  [
    'a line without a source',
    order.replace(' | judgement', ''),
    4,
    'offers.list.order.evidence.0: names no source: write " | judgement" or " | docs 2026-01, its name" at the end',
  ],
  [
    'a foundation that there is not',
    `${order}  rests_on: [offers.list.ordre]\n`,
    5,
    'offers.list.order.rests_on.0: there is no rule "offers.list.ordre"; did you mean "offers.list.order"?',
  ],
  [
    'a rule that rests on itself',
    `${order}  rests_on: [offers.list.order]\n`,
    5,
    'offers.list.order.rests_on.0: offers.list.order rests on offers.list.order',
  ],
  [
    'a behaviour that there is not',
    choice.replace('observed: "null"', 'observed: nul'),
    4,
    'offers.list.empty.observed: there is no behaviour "nul" under choices; did you mean "null"?',
  ],
  [
    'a choice that refuses itself',
    choice.replace('  usual', '  refuses: 404 not_found\n  usual'),
    3,
    'offers.list.empty.refuses: a choice refuses by its behaviours',
  ],
  [
    'a status without a code, where the rule has none',
    choice.replace('      text: null.', '      text: null.\n      answers: 404'),
    12,
    'offers.list.empty.choices.null.answers: needs an error code: the rule itself has none',
  ],
  [
    'a refusal without a code',
    order.replace('  evidence', '  refuses: 404\n  evidence'),
    3,
    'offers.list.order.refuses: expected string, received number',
  ],
  [
    'a rule that is documented and assumed',
    `${order}  section: Errors\n`,
    5,
    'offers.list.order.section: a rule has either section (the contract says it), or evidence (we assume it), or usual (it is a choice, and its behaviours have evidence)',
  ],
  [
    'what rests on nothing',
    order.split('\n').slice(0, 2).join('\n'),
    2,
    'offers.list.order.text: a rule has either section (the contract says it), or evidence (we assume it), or usual (it is a choice, and its behaviours have evidence)',
  ],
  [
    'a name of a behaviour that YAML reads as nothing',
    choice.replace('"null":', 'null:').replace('observed: "null"', 'observed: empty'),
    6,
    'offers.list.empty.choices.: is no name of a behaviour; the name null needs quotes',
  ],
  [
    'a rule in the wrong file',
    order.replace('offers', 'asks'),
    1,
    'asks.list.order: belongs into asks.yaml, as its id begins',
  ],
  [
    'an id that is none',
    order.replace('offers.list.order', 'offers_order'),
    1,
    'offers_order: is no id of a rule, such as "instances.create.offer-rented"',
  ],
])('%s is named with its file and line', (_, text, line, message) => {
  expect(attempt(() => read(text)).problems.map(problemLine)).toEqual([`rules/offers.yaml:${line}: ${message}`])
})

test('correct entries are read, names of behaviours with or without quotes', () => {
  expect(Object.keys(read(`${order}\n${choice}`))).toEqual(['offers.list.order', 'offers.list.empty'])
  expect(read(choice.replace('observed: "null"', 'observed: null'))).toEqual(read(choice))
  const numbered = (name: string) =>
    choice.replace('observed: "null"', `observed: ${name}`).replace('"null":', `${name}:`)
  expect(read(numbered('404'))).toEqual(read(numbered('"404"')))
})

test('a rule that no code names is found, whether or not an operation lists it', () => {
  const catalogue = read(`${order}\n${choice}`)
  const listing = "operation({ rules: ['offers.list.order', 'offers.list.*'] })"
  expect(unnamedRules(catalogue, [listing, "chosen(catalogue['offers.list.empty'])"])).toEqual(['offers.list.order'])
  expect(unnamedRules(catalogue, ["catalogue[\n  'offers.list.order']", "catalogue['offers.list.empty']"])).toEqual([])
  const founded = read(`${order}\n${choice}  rests_on:\n    - offers.list.order\n`)
  expect(unnamedRules(founded, ["catalogue['offers.list.empty']"])).toEqual([])
})

test('the types have each rule with its kind, its behaviours and values', () => {
  const valuedRules = order.replace(
    '  evidence',
    '  value:\n    from: 1\n    unit: km\n  among:\n    unit: [km, mi]\n  evidence',
  )
  const types = catalogueTypes(read(`${valuedRules}\n${choice}`))
  expect(types).toContain("  readonly 'offers.list.empty': Choice<'empty' | 'null'>\n")
  expect(types).toContain(
    "  readonly 'offers.list.order': RuleWithValue<{ readonly from: number; readonly unit: 'km' | 'mi' }>\n",
  )
})

test('what the catalogue does not have does not compile', () => {
  const wrong = [
    // @ts-expect-error: a misspelt id
    () => catalogue['instances.create.offer-rentd'],
    // @ts-expect-error: a rule of another kind
    () => refuse(catalogue['instances.list.order'], 'it refuses nothing'),
    // @ts-expect-error: a behaviour that there is not
    () => catalogue['instances.list.unset'].usual === 'nul',
    // @ts-expect-error: a part of a value that there is not
    () => catalogue['users.current.defaults'].value.credits,
    // @ts-expect-error: a group without rules
    () => rulesNamed(['instances.creat.*']),
  ]
  expect(wrong).toHaveLength(5)
  expect(catalogue['instances.list.unset'].usual).toBe('empty')
})

test('every rule of the catalogue is declared by an operation, or holds for requests of none', () => {
  expect(Object.keys(readCatalogue()).toSorted()).toEqual(rules.map(({ id }) => id).toSorted())
})

const shown = (part: string | number): string => (Number.isInteger(part) ? groupDigits(Number(part)) : String(part))

const noQuota = catalogue['templates.create.no-quota']
const envTooLong = catalogue['instances.create.env-too-long']
const price = catalogue['instances.create.price-invalid']
const smallestDisk = catalogue['instances.create.smallest-disk']
const limits = [
  catalogue['instances.list.rate-limit'],
  catalogue['endpoint-groups.update.rate-limit'],
  catalogue['cloud-connections.list.rate-limit'],
]

test.each<readonly [text: string, parts: readonly (string | number)[]]>([
  [catalogue['request.malformed-json'].text, [`${MAX_DEPTH} levels`, MAX_REQUEST_VALUES]],
  [
    catalogue['rate-limit.per-account'].alternatives.counted.text,
    [`${perAccount.requests} times`, `${perAccount.seconds} seconds`],
  ],
  [catalogue['instances.list.unknown-gpu'].text, [`an ${anyGpu.name},`]],
  [noQuota.text, [noQuota.value.image, noQuota.value.env]],
  [envTooLong.text, [envTooLong.value, noQuota.value.env]],
  [price.text, [price.value.least, price.value.most]],
  [smallestDisk.text, [`${smallestDisk.value} GB`]],
  ...limits.map(({ text, value }) => [text, [`threshold ${value.toFixed(1)}.`]] as const),
])('the text "%s" has the numbers of the code', (text, parts) => {
  expect(parts.filter((part) => !text.includes(shown(part)))).toEqual([])
})

test('example calls name operations, and each operation has its own', () => {
  const ids = new Set(operations.map(({ id }) => id))
  expect([...callsTo([]), ...callsApart.flat()].filter(({ operation }) => !ids.has(operation))).toEqual([])
  expect(new Set(callsTo([]).map(({ operation }) => operation))).toEqual(ids)
})
