// A number that leads to a game plays it back; without this it leads to the game's file.
(function () {
  var dialog = document.getElementById("replay");
  if (!dialog || !window.DecompressionStream || !dialog.showModal) return;
  var frame = dialog.querySelector("iframe");
  var show = async function (id) {
    var packed = document.getElementById("d" + id);
    var around = JSON.parse(document.getElementById("player-" + id.split("-")[0]).textContent);
    var bytes = Uint8Array.from(atob(packed.textContent), function (letter) { return letter.charCodeAt(0); });
    var unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    frame.srcdoc = around[0] + (await new Response(unpacked).text()) + around[1];
    dialog.querySelector("b").textContent = "Game " + id.split("-")[1];
    dialog.showModal();
    frame.focus();
  };
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest('a[href^="#g"]');
    var id = link && link.getAttribute("href").slice(2);
    if (!id || !document.getElementById("d" + id) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(id);
  });
  dialog.addEventListener("close", function () { frame.srcdoc = ""; });
})();
