import { expect, test } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'

type Choices = NonNullable<SimulatorOptions['rules']>

/** What a rule is like under a choice; why it cannot be chosen, where it cannot. */
function said(id: string, choice: unknown): string {
  try {
    const {
      alternatives: _,
      text,
      ...form
    } = createSimulator({ rules: { [id]: choice } as Choices })
      .rules()
      .find((rule) => rule.id === id) ?? { alternatives: [], text: '' }
    return `${JSON.stringify(form)} ${text}`
  } catch (error) {
    return String(error)
  }
}

const REFUSALS = [{ status: 418 }, { code: 'other' }, { envelope: 'plain' }, { text: 'Another.' }]
const OF_NO_RULE = [
  {},
  'no-such',
  { status: 200 },
  { value: true },
  { value: -1 },
  { value: 'x' },
  { value: { no: 1 } },
]

/** A line for each thing that is said, with the choices that it is said of. */
function linesOf(rule: string, choices: readonly unknown[]): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const choice of choices) {
    const text = said(rule, choice)
    groups.set(text, [...(groups.get(text) ?? []), JSON.stringify(choice)])
  }
  return [...groups].map(([text, alike]) => `${rule || '""'} ${alike.join(' ')} ${text}`)
}

/** What is no choice is tried at the first rule of each kind. */
test('accepted and refused choices of each rule stay', async () => {
  const lines: string[] = []
  const kinds = new Set<string>()
  for (const { id, alternatives, value, status } of createSimulator().rules()) {
    const parts = typeof value === 'object' && value !== null ? Object.keys(value) : []
    const kind = JSON.stringify([status === undefined, typeof value])
    const isFirst = !kinds.has(kind)
    kinds.add(kind)
    const choices = [
      ...alternatives.map(({ name }) => name).filter((name) => isFirst || name !== 'usual'),
      ...(status !== undefined && isFirst ? REFUSALS : []),
      ...parts.flatMap((part) => [7, 'y'].map((each) => ({ value: { [part]: each } }))),
      ...(typeof value === 'number' ? [{ value: value + 1 }] : []),
      ...(isFirst ? OF_NO_RULE : []),
    ]
    lines.push(...linesOf(id, choices))
  }
  for (const id of ['', 'templates', 'templates.nothing', 'template.statuses', 'nowhere.at-all', 'toString'])
    lines.push(...linesOf(id, ['x']))
  await expect(lines.join('\n')).toMatchFileSnapshot('../data/choices-taken.txt')
})
