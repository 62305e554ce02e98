// A line that comes up for a moment: what somebody says, and what did not work.

const toast = document.getElementById("toast");
const LONG = 3500; // milliseconds
const home = toast.parentNode, next = toast.nextSibling;
let quiet = 0;

export function say(text, picture) {
  if (!toast.classList.contains("up")) return show(text, picture);
  toast.classList.remove("up"); // what grows while it is seen moves
  requestAnimationFrame(() => requestAnimationFrame(() => show(text, picture)));
}

function show(text, picture) {
  const question = document.querySelector("dialog[open]"); // whatever is said is not said behind it
  if (question) question.append(toast); else home.insertBefore(toast, next);
  toast.textContent = text;
  if (picture) toast.prepend(Object.assign(new Image(), { src: picture, alt: "" }));
  toast.classList.add("up");
  clearTimeout(quiet);
  quiet = setTimeout(() => toast.classList.remove("up"), LONG);
}
