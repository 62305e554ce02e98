// A rulebook on paper: each of its two sheets is printed as large as it can be.

const paper = document.getElementById("paper"), main = document.getElementById("main");
const WIDE = "186mm", HIGH = 275 * 96 / 25.4; // of an A4 sheet without its margins; the latter in CSS pixels
const LARGEST = 1.3, SMALLEST = 0.9, STEP = 0.02, SPARE = 0.97;
const sheets = [...main.querySelectorAll(".book-first, .book-more")];

/** Large pictures if they fit, and letters as large as they can be then; in a language of many words a bit smaller. */
function fill(sheet, room) {
  for (const roomy of [true, false]) {
    sheet.classList.toggle("roomy", roomy);
    for (let size = LARGEST; size >= (roomy ? 1 : SMALLEST); size -= STEP) {
      sheet.style.zoom = size;
      if (main.getBoundingClientRect().height <= room) return;
    }
  }
}

addEventListener("beforeprint", () => {
  paper.media = "all"; // the screen is laid out like paper for a moment, and measured
  main.style.width = WIDE;
  const title = main.getBoundingClientRect().top - document.querySelector(".bar").getBoundingClientRect().top;
  for (const sheet of sheets) {
    for (const other of sheets) other.hidden = other !== sheet;
    fill(sheet, SPARE * (HIGH - (sheet === sheets[0] ? title : 0)));
  }
  for (const sheet of sheets) sheet.hidden = false;
  main.style.width = "";
  paper.media = "print";
});
addEventListener("afterprint", () => {
  for (const sheet of sheets) { sheet.style.zoom = ""; sheet.classList.remove("roomy"); }
});
