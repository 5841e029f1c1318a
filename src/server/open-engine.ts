import type { Metrics } from '../sandbox/metrics.ts'
import { AccessControl } from '../control/access.ts'
import type { SweepView } from '../control/shown-sweep.ts'
import { type Engine, engineOver } from './engine.ts'
import { exampleResponses, touchesUnder } from './example-worlds.ts'
import { readStart, ServerStart } from './server-start.ts'
import { createService, type LoadPages, type Service } from './service.ts'
import { checkOptions, type SimulatorOptions } from '../sandbox/options.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'

export interface EngineOptions extends SimulatorOptions, ServiceOptions {}

/** What the service is made with, besides what it is about. */
export interface ServiceOptions extends Pick<SimulatorOptions, 'controlToken' | 'allowedHosts' | 'allowedOrigins'> {
  /** Where there are pages for people. */
  readonly pages?: LoadPages
  /** The path of a proxy before every other, without a slash at its end. */
  readonly basePath?: string
  readonly metrics?: Metrics
  /** The sweep that runs on this server. */
  readonly sweep?: SweepView
}

/** An engine with the documents that its worlds start from. */
export interface LoadedEngine extends Engine {
  readonly start: ServerStart
}

/**
 * @throws DocumentError when the fixture or the scenario cannot be used
 * @throws RangeError when a rate limit or the clock cannot be used
 */
export function openEngine(options: EngineOptions = {}): LoadedEngine {
  checkOptions(options)
  const read = readStart(options)
  const engine = engineOver(read.configs, () => serviceOver(start, engine.sandboxes, options), options)
  const start = new ServerStart(read, engine.sandboxes, options)
  return { ...engine, start }
}

/** The whole service. */
export function serviceOver(
  start: ServerStart,
  sandboxes: Sandboxes,
  { controlToken, allowedHosts = [], allowedOrigins = [], pages, basePath, metrics, sweep }: ServiceOptions,
): Service {
  return createService({
    documents: start.documents,
    start,
    sandboxes,
    access: new AccessControl(controlToken, allowedHosts, allowedOrigins),
    pages,
    basePath,
    metrics,
    sweep,
    examples: exampleResponses,
    touches: touchesUnder,
  })
}
