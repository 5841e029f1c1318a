import { test } from 'vitest'
import { z } from 'zod'
import { asRequest, type Call } from '../../src/contract/example-calls.ts'
import { createSimulator } from '../../src/index.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { isDrawn } from '../support/drawn.ts'
import { firstCalls, variantsOf } from '../support/field-variants.ts'
import { inOneOnly } from '../support/in-one-only.ts'
import { SaidOfFields } from '../support/kept-texts.ts'

const body = z.object({ msg: z.string().optional(), detail: z.unknown().optional() }).catch({})

interface Answer {
  readonly text: string
  readonly hint: string
  readonly rules: readonly string[]
}

/** An answer in a line; the rules are those that the answer to the operation's first example does not name, or it alone. */
function inWords({ text, hint, rules }: Answer, example: Answer, { field, value }: { field: string; value: unknown }) {
  if (text === example.text) return ['as the example', ...inOneOnly(example.rules, rules)].join(' ') + hint
  const shown = `${text}${hint}`.replaceAll(field, '<field>')
  const alike =
    typeof value === 'number' ? shown.replaceAll(new RegExp(`(?<= )${value}(?= |$)`, 'g'), '<value>') : shown
  return `${alike} (${rules.filter((rule) => !example.rules.includes(rule)).join(' ')})`
}

test('the answers to accepted and refused values of every field stay in both dialects', async () => {
  const kept = new SaidOfFields()
  for (const dialect of ['documented', 'observed'] as const) {
    const sim = createSimulator({ clock: 'frozen', seed: 'kept', dialect })
    const answerTo = async (call: Call): Promise<Answer> => {
      sim.reset()
      const response = await sim.fetch(asRequest(call, operations))
      const { msg, detail = '' } = body.parse(await response.json())
      const hint = response.headers.get('x-sim-hint')
      const rules = (response.headers.get('x-sim-rules') ?? '').split(',')
      return {
        text: `${response.status} ${msg ?? JSON.stringify(detail)}`,
        hint: hint === null ? '' : ` [${hint}]`,
        rules: rules.filter((rule) => !rule.startsWith('authentication.')),
      }
    }
    const examples = new Map<string, Answer>()
    for (const [operation, call] of firstCalls) examples.set(operation, await answerTo(call))
    const said = new Map<string, (readonly [value: unknown, message: string])[]>()
    for (const { operation, field, value, call } of await variantsOf(dialect)) {
      const name = `${dialect} ${operation} ${field}`
      const example = examples.get(operation)
      if (example === undefined || !isDrawn(name)) continue
      const message = inWords(await answerTo(call), example, { field, value })
      said.set(name, [...(said.get(name) ?? []), [value, message]])
    }
    for (const [name, each] of said) kept.add(name, each)
  }
  await kept.expectKept('values-taken')
})
