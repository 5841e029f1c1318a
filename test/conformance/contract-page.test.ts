import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/contract.md', 'utf8')
const proofs = [...page.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[^)]+)\)/g)].map(([, title = '', file = '']) => ({
  title,
  file,
}))

test('each proof that the page lists can be found in its file by its words', () => {
  expect(proofs.length).toBeGreaterThan(100)
  const texts = new Map(proofs.map(({ file }) => [file, readFileSync(file, 'utf8').replaceAll(/\\(.)/g, '$1')]))
  const isFound = ({ title, file }: { title: string; file: string }) =>
    !title.includes('${') && title.split('…').every((words) => texts.get(file)?.includes(words))
  expect(proofs.filter((proof) => !isFound(proof))).toEqual([])
})
