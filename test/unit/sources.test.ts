import { expect, test } from 'vitest'
import { supportOf } from '../../src/kernel/evidence.ts'
import { rules } from '../../src/marketplace/routes.ts'

/** A repository, a document with a name, or the word that there is none. */
const NAMED =
  /^(judgement|the contract|Vast\.ai public API reference|(\d+ )?not published under (a name|names)|[\w.-]+\/[\w.-]+([ ,#].*)?)$/

test('a source of evidence can be looked up, or says that it cannot', () => {
  const all = rules.flatMap((rule) => [
    ...rule.evidence,
    ...Object.values(rule.alternatives ?? {}).flatMap(({ evidence }) => evidence),
  ])
  expect(all.length).toBeGreaterThan(200)
  expect([...new Set(all.map(({ source }) => source))].filter((source) => !NAMED.test(source))).toEqual([])
})

test.each([
  ['templates.search.visible', 'published'],
  ['templates.answers-whole', 'published'],
  ['request.null-is-absent', 'published'],
  ['templates.shell-words', 'judgement'],
  ['network-volumes.search.units', 'published'],
  ['network-volumes.search.derived-filters', 'judgement'],
  ['network-volumes.search.country-code', 'seen-live'],
  ['templates.search.use-ssh', 'seen-live'],
  ['instances.list.launch-ports', 'seen-live'],
  ['rental-offers.search.rentable', 'seen-live'],
])('%s claims no more than %s', (id, strength) => {
  const rule = rules.find((each) => each.id === id)
  expect(supportOf(rule?.evidence ?? []).strength).toBe(strength)
})
