// Runs in <head> before the first paint, so that a dark page never flashes light. Later changes: theme.client.ts.
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('tenure.theme') === 'dark') theme = 'dark';
  } catch {}
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  // Colours the address bar on phones. The pages themselves contain the light colour.
  if (theme === 'dark') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#12110f');
})();
