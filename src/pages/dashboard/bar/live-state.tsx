/** Whether the page shows what is, by the script: `live`, `reconnecting, last heard 12 s ago`, `stopped`, `dropped`. */
export const LiveState = () => (
  <p id="live" role="status" data-keep data-state="off">
    <span class="state-mark" aria-hidden="true" />
    <span id="live-text">not live</span>
  </p>
)
