import { test } from 'vitest'
import { z } from 'zod'
import { asRequest, type Call } from '../../src/contract/example-calls.ts'
import { createSimulator } from '../../src/index.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { isDrawn } from '../support/drawn.ts'
import { firstCalls, variantsOf } from '../support/field-variants.ts'
import { SaidOfFields } from '../support/kept-texts.ts'

const body = z.object({ msg: z.string().optional(), detail: z.unknown().optional() }).catch({})

interface Answer {
  readonly text: string
  readonly rules: readonly string[]
}

/** The rules that an answer names besides those of the example. What it names no more, `absent` tests say of each rule. */
const comparedWith = (example: Answer, { text, rules }: Answer): Answer => ({
  text: text.startsWith(example.text) ? `as the example${text.slice(example.text.length)}` : text,
  rules: rules.filter((rule) => !example.rules.includes(rule)).map((rule) => `+${rule}`),
})

/** An answer without the field and the value that it repeats; a search names a field and its operator as two words. */
function withoutField(text: string, field: string, value: unknown): string {
  const words = field.split('.').slice(-2).join(' ')
  const alike = text.replaceAll(field, '<field>').replaceAll(words, '<field>')
  return typeof value === 'number' ? alike.replaceAll(new RegExp(`(?<= )${value}(?= |$)`, 'g'), '<value>') : alike
}

const inLine = ({ text, rules }: Answer): string => [text, ...rules].join(' ')

/** What the documented dialect answers, and what the observed one answers otherwise. */
function inBoth(documented: Answer | undefined, observed: Answer | undefined): string {
  const only = documented ?? observed
  if (documented === undefined || observed === undefined) return only === undefined ? '' : inLine(only)
  if (documented.text !== observed.text) return `${inLine(documented)} / observed ${inLine(observed)}`
  const more = observed.rules.filter((each) => !documented.rules.includes(each))
  const less = documented.rules.filter((each) => !observed.rules.includes(each)).map((each) => `without ${each}`)
  return [inLine(documented), ...(more.length + less.length === 0 ? [] : ['/ observed', ...more, ...less])].join(' ')
}

/** The answers of a dialect, by field and value. */
async function answersIn(dialect: 'documented' | 'observed'): Promise<Map<string, Map<unknown, Answer>>> {
  const sim = createSimulator({ clock: 'frozen', seed: 'kept', dialect })
  const answerTo = async (call: Call): Promise<Answer> => {
    sim.reset()
    const response = await sim.fetch(asRequest(call, operations))
    const { msg, detail = '' } = body.parse(await response.json())
    const hint = response.headers.get('x-sim-hint')
    const rules = (response.headers.get('x-sim-rules') ?? '').split(',')
    return {
      text: `${response.status} ${msg ?? JSON.stringify(detail)}${hint === null ? '' : ` [${hint}]`}`,
      rules: rules.filter((rule) => !rule.startsWith('authentication.')),
    }
  }
  const examples = new Map<string, Answer>()
  for (const [operation, call] of firstCalls) examples.set(operation, await answerTo(call))
  const answers = new Map<string, Map<unknown, Answer>>()
  for (const { operation, field, value, call } of await variantsOf(dialect)) {
    const name = `${operation} ${field}`
    const example = examples.get(operation)
    if (example === undefined || !isDrawn(name)) continue
    const { text, rules } = comparedWith(example, await answerTo(call))
    const ofField = answers.get(name) ?? new Map<unknown, Answer>()
    answers.set(name, ofField.set(JSON.stringify(value), { text: withoutField(text, field, value), rules }))
  }
  return answers
}

test('the answers to accepted and refused values of every field stay in both dialects', async () => {
  const [documented, observed] = [await answersIn('documented'), await answersIn('observed')]
  const kept = new SaidOfFields()
  for (const name of new Set([...documented.keys(), ...observed.keys()])) {
    const [one, other] = [documented.get(name), observed.get(name)]
    const dialect = one === undefined ? 'observed ' : other === undefined ? 'documented ' : ''
    const values = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])
    kept.add(
      dialect + name,
      [...values].map((value) => [JSON.parse(String(value)), inBoth(one?.get(value), other?.get(value))] as const),
    )
  }
  await kept.expectKept('values-taken')
})
