// The chest: a lid offers a guided first game to who has not met the game on this device yet.

import { known } from "./met.js";

for (const offer of document.querySelectorAll("[data-learn]")) offer.hidden = known().includes(offer.dataset.learn);
