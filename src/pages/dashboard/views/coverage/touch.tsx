import { operationsUnder, rulesOf } from '../../../../marketplace/routes.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { asCurl } from '../../parts/curl.ts'

type TouchProps = { readonly context: PageContext; readonly rule: string }

/** The requests that touch a rule, to copy and to send. */
export const Touch = async ({ context, rule }: TouchProps) => {
  const { options, world, origin, prefix } = context
  const sent = (await options.touches(world.config, world.rules)).get(rule)
  return (
    <section aria-labelledby="touch" class="touch">
      <h3 id="touch">How to touch it</h3>
      {sent === undefined ? (
        <NoRequest context={context} rule={rule} />
      ) : (
        <>
          <pre class="block" tabindex={0} role="group" aria-label="Requests that touch it" id="touching">
            {sent
              .map(({ method, target, key, type, body = '' }) =>
                asCurl({
                  method,
                  url: origin + prefix + target,
                  token: key,
                  body,
                  ...(type !== undefined && { type }),
                }),
              )
              .join('\n\n')}
          </pre>
          <form class="line" data-sends={JSON.stringify(sent)} data-rule={rule}>
            <button class="primary">{sent.length === 1 ? 'Send' : `Send ${sent.length} requests`}</button>
            <button type="button" data-copy="touching">
              Copy
            </button>
            <span class="quiet">into this sandbox; it is made for the default fixture</span>
          </form>
        </>
      )}
    </section>
  )
}

const NoRequest = ({ context, rule }: TouchProps) => {
  const inForce = context.world.rules
  const operations = operationsUnder(inForce).filter((each) => rulesOf(each, inForce).some(({ id }) => id === rule))
  return (
    <p>
      No request alone touches it: it needs a certain time, size or data.
      {operations.length > 0 && (
        <>
          {' '}
          See what it says, and <a href={`${context.up}../../docs`}>the reference</a> of{' '}
          <code>{operations.map(({ id }) => id).join(', ')}</code>; a <a href={pageUrl(context, 'state')}>row</a> or the{' '}
          <a href={pageUrl(context, 'clock')}>clock</a> can be set.
        </>
      )}
    </p>
  )
}
