import { type PageContext, pageUrl } from './page-context.ts'
import { Document } from './shell.tsx'

interface SignInProps {
  readonly context: PageContext
  /** Path and query of the page that was asked for. */
  readonly page: string
  readonly isWrong?: boolean
}

/** Asks for the control token, where the server has one. Its session cookie lasts until the browser is closed. */
export const SignIn = ({ context, page, isWrong = false }: SignInProps) => (
  <Document title="rental-sim" ui={context.up}>
    <main id="main" class="door">
      <h1>rental-sim</h1>
      <form method="post" action={pageUrl(context, 'session')}>
        <input type="hidden" name="page" value={page} />
        <label for="token">Control token</label>
        <input id="token" name="token" type="password" required autofocus autocomplete="current-password" />
        <button>Open</button>
        {isWrong && <p role="alert">That is not the token this server was started with.</p>}
      </form>
    </main>
  </Document>
)
