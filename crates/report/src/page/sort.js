// Tables can be sorted by a column; without this they stay as they are.
document.querySelectorAll("table:not(.sides) thead th").forEach(function (head) {
  var button = document.createElement("button");
  button.type = "button";
  button.append.apply(button, Array.from(head.childNodes));
  head.append(button);
  button.addEventListener("click", function () {
    var table = head.closest("table"), body = table.tBodies[0], column = head.cellIndex;
    var down = head.getAttribute("aria-sort") !== "descending";
    table.querySelectorAll("th[aria-sort]").forEach(function (other) { other.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    var key = function (row) { var cell = row.cells[column]; return cell.dataset.v === undefined ? cell.textContent : +cell.dataset.v; };
    Array.from(body.rows).sort(function (a, b) {
      var x = key(a), y = key(b), both = typeof x === "number" && typeof y === "number";
      if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
      return (both ? y - x : y.localeCompare(x)) * (down ? 1 : -1);
    }).forEach(function (row) { body.append(row); });
  });
});
// What is typed narrows all tables down; a tick leaves only what holds beyond chance.
document.querySelectorAll("#filter").forEach(function (filter) {
  var typed = filter.querySelector("[type=search]"), tick = filter.querySelector("[type=checkbox]");
  var narrow = function () {
    var words = typed.value.toLowerCase().split(/\s+/).filter(Boolean);
    document.querySelectorAll("table:not(.sides) tbody tr").forEach(function (row) {
      var text = (row.cells[0] ? row.cells[0].textContent : "").toLowerCase();
      var fits = words.every(function (word) { return text.includes(word); });
      row.hidden = !fits || Boolean(tick && tick.checked && !row.classList.contains("holds"));
    });
  };
  filter.hidden = false;
  filter.addEventListener("input", narrow);
});
