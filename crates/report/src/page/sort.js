// Tables can be sorted by a column; without this they stay as they are.
document.querySelectorAll("thead th").forEach(function (head) {
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
