/** The part of Swagger UI that is used here; the package brings no types. */
export interface SwaggerUi {
  readonly authSelectors: { readonly authorized: () => { readonly has: (scheme: string) => boolean } }
  /** Works for a bearer scheme, too. */
  readonly preauthorizeApiKey: (scheme: string, key: string) => void
}

export interface SwaggerUiOptions extends Readonly<Record<string, unknown>> {
  readonly plugins: readonly (() => Plugin)[]
}

/** Wraps a component of Swagger UI. */
type Wrap<Props> = (original: Component<Props>, system: { readonly React: React }) => Component<Props>

export interface Plugin {
  readonly wrapComponents: {
    readonly ResponseExtension: Wrap<ExtensionProps>
    readonly headers: Wrap<HeadersProps>
  }
}

interface ExtensionProps {
  readonly xKey: string
  readonly xVal: string | { readonly toJS: () => readonly ListedRule[] }
}

export interface ListedRule {
  readonly id: string
  readonly basis: string
  readonly text: string
}

interface HeadersProps {
  readonly headers?: HeaderMap
}

interface HeaderMap {
  readonly filterNot: (is: (header: unknown, name: string) => boolean) => HeaderMap
}

type Component<Props> = string | ((props: Props) => object | null)

export interface React {
  readonly createElement: <Props>(of: Component<Props>, props: Props, ...children: readonly unknown[]) => object
}
