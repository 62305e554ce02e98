// Small sounds, made here from noise and tones; they can be switched off.

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

function tone(at, pitch, long, loud = 0.12, kind = "triangle") {
  const swing = new OscillatorNode(context, { type: kind, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
  swing.connect(gain).connect(context.destination);
  swing.start(at);
  swing.stop(at + long);
}

function rustle(at, long, pitch, loud = 0.15) {
  const buffer = new AudioBuffer({ length: Math.ceil(long * context.sampleRate), sampleRate: context.sampleRate });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source.connect(filter).connect(new GainNode(context, { gain: loud })).connect(context.destination);
  source.start(at);
}

const sounds = {
  roll(t) { for (let i = 0; i < 5; i++) rustle(t + i * 0.075 + i * i * 0.012, 0.05, 1900 - i * 160, 0.5 - i * 0.06); },
  card(t) { rustle(t, 0.16, 3200, 0.2); },
  step(t) { tone(t, 523, 0.14); tone(t + 0.05, 784, 0.12, 0.06); },
  back(t) { tone(t, 523, 0.12); tone(t + 0.1, 392, 0.18); },
  turn(t) { tone(t, 880, 0.25, 0.07, "sine"); },
  sign(t) { tone(t, 988, 0.12, 0.07, "sine"); tone(t + 0.09, 1319, 0.2, 0.07, "sine"); },
  win(t) { [523, 659, 784, 1047, 784, 1047].forEach((p, i) => tone(t + i * 0.13, p, 0.4, 0.12)); },
};

export function play(name) {
  if (ready() && sounds[name]) sounds[name](context.currentTime + 0.01);
}
