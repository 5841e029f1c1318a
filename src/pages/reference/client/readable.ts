import type { ListedRule, Plugin, React } from './swagger-ui.ts'

/** Shows the rules of a response as a list, where Swagger UI would show them as JSON. */
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
    // The X-Sim- headers are the same for every response, and the page explains them above.
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
