import { nearest } from '../../kernel/nearest.ts'
import { SandboxSwitcher } from './bar/sandbox-switcher.tsx'
import { Overlays } from './bar/overlays.tsx'
import { LiveState } from './bar/live-state.tsx'
import { type PageContext, pageUrl, pageUrlIn } from './page-context.ts'
import { Document } from './shell.tsx'

/** The page of a sandbox that nothing has made: to look makes none. The page follows it once a request makes it. */
export const Absent = ({ context, view }: { readonly context: PageContext; readonly view: string }) => {
  const { name } = context.sandbox
  const near = nearest(
    name,
    context.options.sandboxes.list().map((each) => each.name),
    3,
  )
  return (
    <Document title={`${name} · rental-sim`} ui={context.up} isAbsent>
      <header id="top">
        <div id="bar">
          <a class="brand" href={pageUrl(context, view)}>
            rental-sim
          </a>
          <SandboxSwitcher context={context} view={view} />
          <LiveState />
        </div>
      </header>
      <main id="main" tabindex={-1}>
        <h1 class="seen">No sandbox {name} yet</h1>
        <p>A sandbox is made by its first request. This page follows it from then on.</p>
        {near.length > 0 && (
          <p>
            Nearest:{' '}
            {near.map((each, at) => (
              <>
                {at > 0 && ', '}
                <a href={pageUrlIn(context, each, view)}>{each}</a>
              </>
            ))}
          </p>
        )}
        <form data-call="POST clock/advance" data-done={`Made ${name}.`}>
          <input type="hidden" name="seconds" data-type="number" value="0" />
          <button class="primary">Make it</button>
        </form>
      </main>
      <Overlays context={context} />
    </Document>
  )
}
