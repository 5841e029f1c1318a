import { html } from 'hono/html'

export interface PageProps {
  /** The beginning of every path of the sandbox: empty, or `/~name`. */
  readonly prefix: string
  readonly sandbox: string
  /** The key that requests from the page carry until the user enters another. */
  readonly apiKey: string | undefined
}

/** The page around Swagger UI, with what Swagger UI cannot know. */
export const Page = ({ prefix, sandbox, apiKey }: PageProps) => (
  <>
    {html`<!doctype html>`}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`Reference · ${sandbox} · rental-sim`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${prefix}/docs/swagger-ui.css`} />
        <link rel="stylesheet" href={`${prefix}/docs/style.css`} />
        <script defer src={`${prefix}/docs/swagger-ui-bundle.js`} />
        <script type="module" src={`${prefix}/docs/script.js`} />
      </head>
      <body>
        <header>
          <div>
            <nav aria-label="rental-sim">
              <strong>rental-sim reference</strong>
              <span>
                Sandbox <b>{sandbox}</b>
              </span>
              <a href={`${prefix}/_sim/ui`}>Dashboard</a>
            </nav>
            <p>
              Every answer says in <code>X-Sim-Basis</code> what it rests on: <Basis name="documented" /> the contract
              alone, <Basis name="assumed" /> an assumption of ours too, <Basis name="injected" /> a fault.{' '}
              <code>X-Sim-Rules</code> names the rules that shaped it.
            </p>
            <Key apiKey={apiKey} />
            <noscript>
              <p>
                This page needs JavaScript. <a href={`${prefix}/openapi.json`}>openapi.json</a> describes the interface,
                too.
              </p>
            </noscript>
          </div>
        </header>
        <div id="reference" data-document={`${prefix}/openapi.json`} data-key={apiKey} />
      </body>
    </html>
  </>
)

const Basis = ({ name }: { readonly name: string }) => <b class={`basis ${name}`}>{name}</b>

const Key = ({ apiKey }: Pick<PageProps, 'apiKey'>) =>
  apiKey === undefined ? (
    <p>
      No key is filled in: keys of your own fixtures are never sent to a page. <b>Authorize</b> takes one.
    </p>
  ) : (
    <p>
      Unless you enter another with <b>Authorize</b>, requests carry the key <code>{apiKey}</code>.
    </p>
  )
