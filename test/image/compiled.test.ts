import { expect, test } from 'vitest'
import { BARE_IMAGE, IMAGE, runOnce } from '../support/container.ts'

const told = (image: string, user: string) =>
  runOnce(['--version'], { image, options: ['--env', 'NODE_DEBUG_NATIVE=COMPILE_CACHE', '--user', user] })

test.each([IMAGE, BARE_IMAGE])('%s brings compiled code, which Node accepts', async (image) => {
  const { stdout, stderr } = await told(image, '1000:1000')
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  for (const file of ['command', 'simulator']) expect(stderr).toContain(`dist/cli/${file}.cjs was accepted`)
})

test('another user starts without it', async () => {
  const { stdout, stderr } = await told(IMAGE, '1234:1234')
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(stderr).not.toContain('was accepted')
})
