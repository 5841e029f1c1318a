#!/usr/bin/env node
import { complaintAbout } from '../node/old-node.ts'

// All else is in another file: an old Node cannot even read it.
const complaint = complaintAbout(process.versions.node)
if (complaint === undefined) {
  void import('./main.ts').then(({ main }) => main(process.argv.slice(2)))
} else {
  process.stderr.write(`${complaint}\n`)
  process.exitCode = 2
}
