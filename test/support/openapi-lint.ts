import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect } from 'vitest'

/** What the linter's recommended rules call an error: its rule, where, and why. */
export async function openApiErrors(
  source: string,
  rules: Readonly<Record<string, 'off'>> = {},
): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems
    .filter(({ severity, ignored }) => severity === 'error' && ignored !== true)
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

interface PlantedDefect {
  readonly name: string
  readonly from: string
  readonly to: string
  /** The rule that finds it. */
  readonly rule: string
}

/** A description with each of these defects in it, of which each must change it. */
export const withDefects = (text: string, defects: readonly PlantedDefect[]): string =>
  defects.reduce((before, { name, from, to }) => {
    const after = before.replace(from, to)
    expect(after, name).not.toBe(before)
    return after
  }, text)
