/** The method of a request, in its colour. */
export const Method = ({ name }: { readonly name: string }) => <b class={`method ${name.toLowerCase()}`}>{name}</b>
