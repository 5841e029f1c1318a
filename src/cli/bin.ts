#!/usr/bin/env node
import { nodeVersionProblem } from '../node/old-node.ts'

// Everything else is in other files, which an old Node cannot parse.
const complaint = nodeVersionProblem(process.versions.node)
if (complaint === undefined) {
  // What was compiled is kept in the folder for temporary files until the next start: by Node itself from Node 22 on.
  const loader: object & { readonly enableCompileCache?: () => unknown } = process.getBuiltinModule('node:module')
  const keeping = loader.enableCompileCache
    ? Promise.resolve(loader.enableCompileCache())
    : import('../node/processes/keep-compiled.ts').then(({ keepCompiled }) => keepCompiled())
  void keeping.then(() => import('./main.ts')).then(({ main }) => main(process.argv.slice(2)))
} else {
  process.stderr.write(`${complaint}\n`)
  process.exitCode = 2
}
