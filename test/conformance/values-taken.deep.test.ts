import { test } from 'vitest'
import { z } from 'zod'
import { asRequest } from '../../src/contract/example-calls.ts'
import { createSimulator } from '../../src/index.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { isDrawn } from '../support/drawn.ts'
import { variantsOf } from '../support/field-variants.ts'
import { SaidOfFields } from '../support/kept-texts.ts'

const answer = z.object({ msg: z.string().optional(), detail: z.unknown().optional() }).catch({})

test('what fields take in both dialects stays', async () => {
  const kept = new SaidOfFields()
  for (const dialect of ['documented', 'observed'] as const) {
    const sim = createSimulator({ clock: 'frozen', seed: 'kept', dialect })
    const said = new Map<string, (readonly [value: unknown, message: string])[]>()
    for (const { operation, field, value, call } of await variantsOf(dialect)) {
      const name = `${dialect} ${operation} ${field}`
      if (!isDrawn(name)) continue
      sim.reset()
      const response = await sim.fetch(asRequest(call, operations))
      const { msg, detail = '' } = answer.parse(await response.json())
      const rules = (response.headers.get('x-sim-rules') ?? '').split(',')
      const telling = rules.filter((rule) => !rule.startsWith('authentication.'))
      const hint = response.headers.get('x-sim-hint')
      const told = `${msg ?? JSON.stringify(detail)}${hint === null ? '' : ` [${hint}]`}`
      const shown = told.replaceAll(field, '<field>')
      const alike =
        typeof value === 'number' ? shown.replaceAll(new RegExp(`(?<= )${value}(?= |$)`, 'g'), '<value>') : shown
      const message = `${response.status} ${alike} (${telling.join(' ')})`
      said.set(name, [...(said.get(name) ?? []), [value, message]])
    }
    for (const [name, each] of said) kept.add(name, each)
  }
  await kept.expectKept('values-taken')
})
