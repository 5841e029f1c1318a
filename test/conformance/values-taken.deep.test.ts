import { expect, test } from 'vitest'
import { z } from 'zod'
import { asRequest } from '../../src/contract/examples.ts'
import { createSimulator } from '../../src/index.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { variantsOf } from '../support/field-variants.ts'

const answer = z.object({ msg: z.string().optional(), detail: z.unknown().optional() }).catch({})

const shown = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.length - 2} characters` : text
}

/** What each field answers to which values; fields that answer alike are named together. */
class Outcomes {
  readonly #byField = new Map<string, Map<string, Set<string>>>()

  add(field: string, status: number, told: string, rules: readonly string[], value: unknown): void {
    const outcomes = this.#byField.get(field) ?? new Map<string, Set<string>>()
    this.#byField.set(field, outcomes)
    const outcome = `${status} ${told.replaceAll(field.replace(/^\w+ /, ''), '<field>')} (${rules.join(' ')})`
    outcomes.set(outcome, (outcomes.get(outcome) ?? new Set()).add(shown(value)))
  }

  lines(): readonly string[] {
    const alike = new Map<string, string[]>()
    for (const [field, outcomes] of this.#byField) {
      const text = [...outcomes].map(([outcome, values]) => `  ${outcome} <- ${[...values].join(' ')}`).join('\n')
      alike.set(text, [...(alike.get(text) ?? []), field])
    }
    return [...alike].flatMap(([text, fields]) => [`${fields.join(', ')}:`, text])
  }
}

test.each(['documented', 'observed'] as const)('what fields take in the dialect %s stays', async (dialect) => {
  const sim = createSimulator({ clock: 'frozen', seed: 'kept', dialect })
  const byOperation = new Map<string, Outcomes>()
  for (const { operation, field, value, call } of await variantsOf(dialect)) {
    const outcomes = byOperation.get(operation) ?? new Outcomes()
    byOperation.set(operation, outcomes)
    sim.reset()
    const response = await sim.fetch(asRequest(call, operations))
    const { msg, detail = '' } = answer.parse(await response.json())
    const rules = (response.headers.get('x-sim-rules') ?? '').split(',')
    const telling = rules.filter((rule) => !rule.startsWith('authentication.'))
    const hint = response.headers.get('x-sim-hint')
    const told = `${msg ?? JSON.stringify(detail)}${hint === null ? '' : ` [${hint}]`}`
    outcomes.add(field, response.status, told, telling, value)
  }
  const lines = [...byOperation].flatMap(([operation, outcomes]) => [operation, ...outcomes.lines()])
  await expect(lines.join('\n')).toMatchFileSnapshot(`../data/values-taken-${dialect}.txt`)
})
