/** Puts a fixture in place of the data. */
export const ImportFixture = () => (
  <div class="menu">
    <button type="button" popovertarget="import">
      Import…
    </button>
    <div popover="auto" role="group" tabindex={-1} id="import" class="sheet" aria-label="Import a fixture">
      <form data-call="PUT state" data-done="The data is that of the fixture." data-undo="" class="edit">
        <label for="import-json">A fixture as JSON, as Export writes it; it replaces all rows</label>
        <input type="file" accept=".json,application/json" data-reads="import-json" aria-label="File" />
        <textarea id="import-json" name="." data-type="json" rows={10} cols={50} required spellcheck={false} />
        <button>Replace the data</button>
      </form>
    </div>
  </div>
)
