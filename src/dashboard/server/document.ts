/** The page, in which the program draws everything. @param ui the relative way to the folder of its files */
export const document = (ui: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>rental-sim</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${ui}style.css">
<script type="module" blocking="render" src="${ui}script.js"></script>
</head>
<body>
<div id="app"></div>
<noscript>
<main class="door"><h1>rental-sim</h1>
<p>This page needs JavaScript. All that it shows is in the control API, for example <code>GET /_sim/journal</code>; <code>/_sim/openapi.json</code> describes it.</p></main>
</noscript>
</body>
</html>
`
