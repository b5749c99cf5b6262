// A classic script in the head: it sets the theme before the first paint, so that nothing flashes.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("waybill.theme");
  } catch (blocked) {
    chosen = null; // Storage may be blocked; then the theme of the system applies.
  }
  if (chosen === "light" || chosen === "dark") {
    document.documentElement.dataset.theme = chosen;
  }
})();
