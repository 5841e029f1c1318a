#!/usr/bin/env node
import { nodeVersionProblem } from '../node/old-node.ts'

// Everything else is in other files, which an old Node cannot parse.
const complaint = nodeVersionProblem(process.versions.node)
if (complaint === undefined) {
  // From Node 22.1 on the next start need not compile.
  const loader: object & { readonly enableCompileCache?: () => unknown } = process.getBuiltinModule('node:module')
  loader.enableCompileCache?.()
  void import('./main.ts').then(({ main }) => main(process.argv.slice(2)))
} else {
  process.stderr.write(`${complaint}\n`)
  process.exitCode = 2
}
