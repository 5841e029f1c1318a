import { xml, xmlText } from '../junit.ts'
import type { SweepReport, TrialResult } from './result.ts'
import { repeatLine } from './words.ts'

/** JUnit XML: a test case for each trial, which fails where its verdict is bad. The report as text stands below. */
export function sweepJunit({ trials, command }: SweepReport, text: string): string {
  const unmet = trials.filter(({ verdict }) => verdict === 'never-met').length
  const failed = trials.filter(({ good }) => !good).length - unmet
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="rental-sim sweep" tests="${trials.length}" failures="${failed}" skipped="${unmet}">`,
    ...trials.map((each) => `  ${testCase(each, command)}`),
    `  <system-out>${xmlText(text)}</system-out>`,
    '</testsuite>',
    '',
  ].join('\n')
}

function testCase(result: TrialResult, command: readonly string[]): string {
  const { id, operation, family, verdict, good, requests, evidence } = result
  const head = `<testcase classname="${xml(`${operation}.${family}`)}" name="${xml(id)}" time="${evidence.seconds}"`
  if (good) return `${head}/>`
  const message = xml(`${verdict}: ${result.evidence.why}`)
  if (verdict === 'never-met') return `${head}><skipped message="${message}"/></testcase>`
  const account = [...requests, ...evidence.failed_tests, `Again: ${repeatLine(result, command)}`].join('\n')
  return `${head}><failure message="${message}">${xmlText(account)}</failure></testcase>`
}
