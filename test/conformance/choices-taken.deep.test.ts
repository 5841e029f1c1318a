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

/** What is no choice is tried at the first rule of each kind. */
test('accepted and refused choices of each rule stay', async () => {
  const lines: string[] = []
  const kinds = new Set<string>()
  for (const { id, alternatives, value, status } of createSimulator().rules()) {
    const parts = typeof value === 'object' && value !== null ? Object.keys(value) : []
    const kind = JSON.stringify([alternatives.length > 1, status === undefined, typeof value])
    const isFirst = !kinds.has(kind)
    kinds.add(kind)
    const choices = [
      ...alternatives.map(({ name }) => name).filter((name) => isFirst || name !== 'usual'),
      ...(status !== undefined && isFirst ? REFUSALS : []),
      ...parts.flatMap((part) => [7, 'y'].map((each) => ({ value: { [part]: each } }))),
      ...(typeof value === 'number' ? [{ value: value + 1 }] : []),
      ...(isFirst ? OF_NO_RULE : []),
    ]
    lines.push(...choices.map((choice) => `${id} ${JSON.stringify(choice)} ${said(id, choice)}`))
  }
  for (const id of ['', 'templates', 'templates.nothing', 'template.statuses', 'nowhere.at-all', 'toString'])
    lines.push(`${JSON.stringify(id)} ${said(id, 'x')}`)
  await expect(lines.join('\n')).toMatchFileSnapshot('../data/choices-taken.txt')
})
