// Small sounds, made here from noise and tones; they can be switched off. What they sound at is told by the stage.

let context = null;
let on = localStorage.getItem("sound") !== "off";

export function soundOn() { return on; }

export function switchSound() {
  on = !on;
  localStorage.setItem("sound", on ? "on" : "off");
  return on;
}

function ready() {
  if (!on || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** What sounds are made of, in a context: a soft tone that may glide, and a rustle of filtered noise. */
function makers(context) {
  const shaped = (source, at, long, loud, soft = 0.012) => {
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + Math.min(soft, long / 2));
    gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
    source.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + long);
  };
  const tone = (at, pitch, long, loud, kind = "triangle", to = pitch) => {
    const swing = new OscillatorNode(context, { type: kind, frequency: pitch });
    if (to !== pitch) swing.frequency.exponentialRampToValueAtTime(to, at + long);
    shaped(swing, at, long, loud);
  };
  const rustle = (at, long, pitch, loud, soft = 0.002, narrow = 1.2) => {
    const buffer = new AudioBuffer({ length: Math.ceil(long * context.sampleRate), sampleRate: context.sampleRate });
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: narrow });
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(filter);
    shaped(Object.assign(filter, { start: t => source.start(t), stop: t => source.stop(t) }), at, long, loud, soft);
  };
  return { tone, rustle };
}

// All about as loud as each other (tests/browser/test_sounds.py listens); steps are softer, since there are many
const sounds = {
  roll({ rustle }, t) { for (let i = 0; i < 6; i++) rustle(t + i * 0.085 + i * i * 0.009, 0.06, 1700 - i * 140, 0.8 - i * 0.06); },
  knock({ tone, rustle }, t) { tone(t, 190, 0.09, 0.3, "sine", 120); rustle(t, 0.04, 1100, 0.3); },
  step({ tone, rustle }, t) { tone(t, 330, 0.07, 0.11, "sine", 250); rustle(t, 0.025, 1500, 0.1); },
  hop({ tone }, t) { tone(t, 330, 0.24, 0.19, "sine", 660); },
  bump({ tone, rustle }, t) { tone(t, 220, 0.22, 0.3, "triangle", 110); rustle(t, 0.06, 500, 0.3); },
  card({ rustle }, t) { rustle(t, 0.17, 2600, 0.38, 0.05, 0.8); },
  lay({ rustle, tone }, t) { rustle(t, 0.05, 1300, 0.5); tone(t, 150, 0.06, 0.22, "sine"); },
  shuffle({ rustle }, t) { for (let i = 0; i < 9; i++) rustle(t + i * 0.06, 0.06, 2300 + 120 * (i % 3), 0.45, 0.02); },
  hedge({ rustle }, t) { for (let i = 0; i < 7; i++) rustle(t + i * 0.1, 0.16, 900 + 130 * (i % 3), 0.4, 0.06, 0.7); },
  write({ rustle }, t) { [0, 0.09, 0.15].forEach(at => rustle(t + at, 0.08, 3000, 0.4, 0.02)); },
  sleep({ tone }, t) { tone(t, 392, 0.28, 0.17, "sine", 330); tone(t + 0.26, 330, 0.42, 0.17, "sine", 262); },
  found({ tone }, t) { [659, 784, 988].forEach((pitch, i) => tone(t + i * 0.1, pitch, 0.34, 0.16)); },
  clock({ tone }, t) { tone(t, 523, 0.9, 0.15, "sine"); tone(t, 1046, 0.5, 0.05, "sine"); tone(t, 1318, 0.3, 0.03, "sine"); },
  turn({ tone }, t) { tone(t, 784, 0.26, 0.15, "sine"); },
  back({ tone }, t) { tone(t, 523, 0.14, 0.18); tone(t + 0.1, 392, 0.2, 0.18); },
  sign({ tone }, t) { tone(t, 988, 0.12, 0.15, "sine"); tone(t + 0.09, 1319, 0.22, 0.15, "sine"); },
  win({ tone }, t) { [523, 659, 784, 1047, 784, 1047].forEach((pitch, i) => tone(t + i * 0.13, pitch, 0.42, 0.15)); },
};

export const names = Object.keys(sounds);

export function play(name) {
  if (sounds[name] && ready()) sounds[name](makers(context), context.currentTime + 0.01);
}

/** A sound as numbers, for who wants to look at it. */
export async function rendered(name, seconds = 1.6, rate = 24000) {
  const offline = new OfflineAudioContext(1, seconds * rate, rate);
  sounds[name](makers(offline), 0.01);
  return (await offline.startRendering()).getChannelData(0);
}
