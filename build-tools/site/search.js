import MiniSearch from './minisearch.js'

const MAX_SHOWN = 12

const field = document.querySelector('#search')
const found = document.querySelector('#found')
let index

/** The index is large, so it is loaded when somebody begins to search. */
async function loaded() {
  const response = await fetch(new URL('search.json', import.meta.url))
  return MiniSearch.loadJSON(await response.text(), {
    fields: ['title', 'heading', 'text'],
    storeFields: ['address', 'title', 'heading'],
  })
}

function shown({ address, title, heading }) {
  const link = document.createElement('a')
  link.href = `${field.dataset.up}${address}`
  link.textContent = heading === '' || heading === title ? title : `${title}: ${heading}`
  const item = document.createElement('li')
  item.append(link)
  return item
}

async function search() {
  const words = field.value
  index ??= loaded()
  const results = (await index).search(words, {
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
    boost: { title: 4, heading: 3 },
  })
  if (words !== field.value) return
  found.replaceChildren(...results.slice(0, MAX_SHOWN).map(shown))
  if (words !== '' && results.length === 0) found.textContent = 'No page has these words.'
}

field.addEventListener('input', search)
