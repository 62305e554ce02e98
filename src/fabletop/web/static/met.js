// Which games this device has met: a lid offers to teach the others, and never again unasked.

const KEY = "met";

export function known() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? []; } catch { return []; }
}

export function met(game) {
  if (!known().includes(game)) localStorage.setItem(KEY, JSON.stringify([...known(), game]));
}
