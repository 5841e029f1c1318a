import type { Hono } from 'hono'
import { tryDecodeURIComponent } from 'hono/utils/url'
import type { Operation } from '../kernel/operation.ts'
import { fillPath } from '../kernel/path.ts'
import { nothing, type Route } from '../marketplace/operation/route.ts'
import { operations } from '../marketplace/routes.ts'

type Handler = Parameters<Hono['on']>[2]

/** An operation that takes a request, and what the path says to it. */
export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

const methods = new Set(operations.map(({ method }) => method))

/** The one table of paths: the router of a Hono app, asked without a request of the fetch standard. */
export class PathTable {
  readonly #app: Hono
  readonly #routes = new Map<unknown, Route>()

  constructor(app: Hono) {
    this.#app = app
  }

  add(route: Route, handler: Handler): void {
    const { method, path } = route.operation
    this.#app.on(
      method,
      fillPath(path, (name) => `:${name}`),
      handler,
    )
    this.#routes.set(handler, route)
  }

  /** What takes a request: an operation, none, or `elsewhere`, which is no part of the interface. HEAD is GET. */
  find(method: string, path: string): Match | undefined | 'elsewhere' {
    const found = this.#app.router.match(method === 'HEAD' ? 'GET' : method, path)
    const first = found[0][0]
    if (first === undefined) return undefined
    const route = this.#routes.get(first[0][0])
    return route === undefined ? 'elsewhere' : { route, params: paramsIn(first[1], found[1] ?? []) }
  }

  /** Whatever their methods. */
  operationsAt(path: string): readonly Operation[] {
    const found = [...methods].flatMap((method) => {
      const match = this.find(method, path)
      return typeof match === 'object' ? [match.route.operation] : []
    })
    return found.length === 0 ? found : operations.filter((operation) => found.includes(operation))
  }
}

/** @param places by their names: values, or where they stand among `values` */
function paramsIn(places: Readonly<Record<string, string | number>>, values: readonly string[]): Match['params'] {
  let params: Record<string, string> | undefined
  for (const name of Object.keys(places)) {
    const place = places[name]
    const value = typeof place === 'number' ? values[place] : place
    if (value !== undefined) (params ??= {})[name] = tryDecodeURIComponent(value)
  }
  return params ?? nothing
}
