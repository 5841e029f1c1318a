import type { Contender } from '../contender.ts'
import { emulate, emulateInspector } from './emulate.ts'
import { hono } from './hono.ts'
import { jsonServer } from './json-server.ts'
import { mockoon } from './mockoon.ts'
import { mountebank } from './mountebank.ts'
import { prism } from './prism.ts'
import { raw, rawStringify } from './raw.ts'
import { wiremock } from './wiremock.ts'

/** Everything that the simulator is compared with. */
export const rivals: readonly Contender[] = [
  raw,
  rawStringify,
  hono,
  emulate,
  emulateInspector,
  mockoon,
  prism,
  jsonServer,
  mountebank,
  wiremock,
]
