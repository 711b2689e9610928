// Loaded in <head> before the first paint, so that a dark page never flashes light. The app's own: src/web/ui/theme.client.ts.
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('tenure.theme') === 'dark') theme = 'dark';
  } catch {
    // Storage is blocked: light, the default.
  }
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  // The bar of a phone's browser. The pages say its light colour themselves.
  if (theme === 'dark') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#12110f');
})();
