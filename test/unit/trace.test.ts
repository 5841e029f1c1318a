import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgement } from '../../src/kernel/evidence.ts'
import { makeRule, type Rule } from '../../src/kernel/rule.ts'
import { Trace } from '../../src/kernel/trace.ts'

const said = makeRule('said', { section: '1', text: 'The contract says it.' })
const guessed = makeRule('guessed', { evidence: judgement('We chose.'), text: 'We chose.' })
const resting = makeRule('resting', { section: '2', text: 'It rests.' }, [said])
const deep = makeRule('deep', { section: '3', text: 'It rests on what rests.' }, [resting, guessed])
const foreign = makeRule('foreign', { section: '4', text: 'Of another operation.' })
const rules = [said, guessed, resting, deep]

const traced = (applied: readonly Rule[], declared: ReadonlySet<Rule> = new Set(rules)): Trace => {
  const trace = new Trace(declared)
  for (const rule of applied) trace.apply(rule)
  return trace
}
const told = ({ rules: ids, support: { basis } }: Trace) => ({ ids, basis })

test('an answer without rules is documented', () => {
  expect(told(traced([]))).toEqual({ ids: [], basis: 'documented' })
})

test('rules are listed in the order in which they applied, each once', () => {
  expect(told(traced([said, guessed, said]))).toEqual({
    ids: ['said', 'guessed'],
    basis: 'assumed',
  })
  expect(traced([guessed, said]).rules).toEqual(['guessed', 'said'])
})

test('a rule brings what it rests on, to the ground', () => {
  expect(told(traced([resting]))).toEqual({ ids: ['resting', 'said'], basis: 'documented' })
  expect(told(traced([deep]))).toEqual({
    ids: ['deep', 'resting', 'said', 'guessed'],
    basis: 'assumed',
  })
  expect(traced([said, deep]).rules).toEqual(['said', 'deep', 'resting', 'guessed'])
})

test('a rule that is not declared is a defect and leaves the trace as it was', () => {
  const trace = traced([said])
  expect(() => trace.apply(foreign)).toThrow('rule foreign is not declared by this operation')
  expect(() => trace.apply(foreign)).toThrow('rule foreign is not declared by this operation')
  expect(told(trace)).toEqual({ ids: ['said'], basis: 'documented' })
})

test('a foundation that is not declared is a defect too', () => {
  const trace = new Trace(new Set([resting]))
  expect(() => trace.apply(resting)).toThrow('rule said is not declared by this operation')
})

test('what one operation declares, another need not', () => {
  expect(traced([foreign], new Set([foreign])).rules).toEqual(['foreign'])
  expect(() => traced([foreign], new Set([said]))).toThrow('rule foreign is not declared')
})

test('traces of one operation share nothing', () => {
  const declared = new Set(rules)
  const [first, second] = [traced([said, deep], declared), traced([said, deep], declared)]
  first.hint = 'only here'
  first.unread = ['colour']
  first.apply(guessed)
  expect({ hint: second.hint, unread: second.unread }).toEqual({ hint: undefined, unread: [] })
  const third = traced([said], declared)
  third.apply(guessed)
  expect(second.rules).toEqual(['said', 'deep', 'resting', 'guessed'])
  expect(third.rules).toEqual(['said', 'guessed'])
})

test('whatever is applied, in whatever order, a trace is like a plain list', () => {
  const foundations = (rule: Rule): readonly Rule[] => [rule, ...(rule.restsOn ?? []).flatMap(foundations)]
  const declared = new Set(rules)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...rules), { maxLength: 12 }), (applied) => {
      const expected = [...new Set(applied.flatMap(foundations))]
      const ids = expected.map(({ id }) => id)
      expect(told(traced(applied, declared))).toEqual({
        ids,
        basis: expected.includes(guessed) ? 'assumed' : 'documented',
      })
    }),
  )
})
