import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where each package's notice begins. */
const namedIn = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^((?:@[\w-]+\/)?[\w.-]+) \d+\.\d+\.\d+$/gm)].map(([, name = '']) => name)

test.each([
  { file: 'dist/cli-licenses.txt', names: ['commander', 'hono', 'zod'] },
  { file: 'dist/lib/licenses.txt', names: ['@faker-js/faker', 'yaml', 'zod'] },
])('$file has the notices of what is bundled, and of what the script of a page is made of', ({ file, names }) => {
  expect(namedIn(file)).toEqual(expect.arrayContaining([...names, 'preact']))
  expect(readFileSync(file, 'utf8')).toMatch(/^preact \d[^]*?The MIT License[^]*?Permission is hereby granted/m)
  expect(namedIn(file)).not.toContain('vitest')
})
