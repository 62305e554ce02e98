// A question before something that cannot be taken back, asked once.

const dialog = document.getElementById("sure");

/** The question has lost its sense: the game has gone on. */
export const dismiss = () => { if (dialog.open) dialog.close(""); };

/** "yes", "no", or nothing where the question was left alone. */
export function asked(question) {
  dismiss();
  dialog.querySelector("p").textContent = question;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(done => dialog.addEventListener("close", () => done(dialog.returnValue), { once: true }));
}

/** Is somebody sure?  Where there is no question, yes. */
export const sure = async question => !question || await asked(question) === "yes";
