import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { operations } from '../../src/marketplace/routes.ts'

test('npm run check:size counts every operation', () => {
  const { stdout } = spawnSync(process.execPath, ['build-tools/sizes.js'], { encoding: 'utf8' })
  expect(stdout).toMatch(new RegExp(`^all of core +\\d+ +${operations.length} +\\d+$`, 'm'))
})
