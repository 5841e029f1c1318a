import type { ListedRule, Plugin, React } from './swagger-ui.ts'

/** Shows as a list of rules, and once, what Swagger UI would spell out as data with every answer. */
export const readable = (): Plugin => ({
  wrapComponents: {
    ResponseExtension:
      (Original, { React }) =>
      (props) => {
        const { xKey, xVal } = props
        if (typeof xVal !== 'string') return rules(React, xVal.toJS())
        return xKey === 'x-sim-basis'
          ? React.createElement('p', {}, basis(React, xVal))
          : React.createElement(Original, props)
      },
    // They are the same for every answer, and the page says above what they mean.
    headers:
      (Original, { React }) =>
      (props) =>
        React.createElement(Original, {
          ...props,
          headers: props.headers?.filterNot((_, name) => name.startsWith('X-Sim-')),
        }),
  },
})

const rules = ({ createElement }: React, listed: readonly ListedRule[]): object =>
  createElement(
    'details',
    { className: 'rules' },
    createElement('summary', {}, listed.length === 1 ? '1 rule' : `${listed.length} rules`),
    createElement(
      'ul',
      {},
      ...listed.map((rule) =>
        createElement(
          'li',
          {},
          basis({ createElement }, rule.basis),
          ' ',
          createElement('code', {}, rule.id),
          createElement('br', {}),
          rule.text,
        ),
      ),
    ),
  )

const basis = ({ createElement }: React, name: string): object =>
  createElement('b', { className: `basis ${name}` }, name)
