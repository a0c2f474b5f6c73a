/** What each cue is made of, none louder than the die, and how it is played into any audio context: oscillators and noise, no files. */

const LOUD = 0.16;

interface Tone {
  at?: number; // seconds from now
  for: number; // seconds
  from: number; // Hz
  to?: number;
  wave?: OscillatorType | "noise";
  gain?: number;
}

const coin = (at: number, pitch: number): Tone[] => [
  { at, for: 0.07, from: pitch, wave: "triangle", gain: 0.5 },
  { at: at + 0.05, for: 0.22, from: pitch * 1.5, wave: "triangle", gain: 0.4 },
];
const chord = (at: number, length: number, ...pitches: number[]): Tone[] =>
  pitches.map((from) => ({ at, for: length, from, wave: "triangle", gain: 0.34 }));
/** The same, more quietly or more loudly. */
const scaled = (share: number, ...tones: Tone[]): Tone[] => tones.map((tone) => ({ ...tone, gain: (tone.gain ?? 0.5) * share }));
const knock = (at: number, pitch: number, gain = 0.8): Tone[] => [
  { at, for: 0.05, from: pitch * 6, to: pitch * 2, wave: "noise", gain: gain * 4 },
  { at, for: 0.09, from: pitch, to: pitch * 0.6, wave: "square", gain: gain * 1.4 },
];

/** What each cue is made of. */
export const CUES: Readonly<Record<string, readonly Tone[]>> = {
  turn: chord(0, 0.3, 523, 784),
  pick: [...chord(0, 0.14, 392), ...chord(0.1, 0.3, 523, 659)],
  impact: [
    { for: 0.2, from: 150, to: 46, wave: "sine", gain: 0.9 },
    { for: 0.09, from: 1400, to: 300, wave: "noise", gain: 0.42 },
  ],
  fall: [{ for: 0.3, from: 420, to: 120, wave: "triangle", gain: 0.4 }],
  leave: [{ for: 0.25, from: 330, to: 220, wave: "sine", gain: 0.5 }],
  fail: [
    { for: 0.18, from: 220, to: 196, wave: "sawtooth", gain: 0.44 },
    { at: 0.17, for: 0.4, from: 165, to: 131, wave: "sawtooth", gain: 0.44 },
  ],
  die: [
    ...knock(0, 190),
    ...knock(0.17, 230),
    ...knock(0.31, 170),
    ...knock(0.5, 210, 0.7),
    ...knock(0.74, 180, 0.6),
    ...knock(1.02, 160, 0.5),
    ...knock(1.4, 120, 1),
  ],
  join: [...chord(0, 0.12, 440), ...chord(0.09, 0.2, 554)],
  marker: [
    { for: 0.32, from: 300, to: 900, wave: "sine", gain: 0.35 },
    { at: 0.26, for: 0.12, from: 180, to: 70, wave: "sine", gain: 1 },
  ],
  spell: [...chord(0, 0.2, 659), ...chord(0.08, 0.2, 880), ...chord(0.16, 0.4, 1175)],
  coins: [...coin(0, 1250), ...coin(0.12, 1400)],
  ruin: [
    { for: 0.9, from: 500, to: 60, wave: "noise", gain: 0.5 },
    { for: 0.9, from: 98, to: 49, wave: "sawtooth", gain: 0.22 },
    ...chord(0.1, 0.9, 147, 175),
  ],
  reveal: [...chord(0, 0.16, 587), ...chord(0.14, 0.16, 740), ...chord(0.28, 0.6, 880, 1175)],
  purse: [...coin(0, 1100), ...coin(0.06, 1320), ...coin(0.14, 1560)],
  fanfare: scaled(
    0.85,
    ...chord(0, 0.16, 392),
    ...chord(0.16, 0.16, 392),
    ...chord(0.32, 0.16, 392),
    ...chord(0.48, 0.5, 523, 659),
    ...chord(0.98, 0.3, 466, 587),
    ...chord(1.28, 1.3, 523, 659, 784),
  ),
  farewell: [...chord(0, 0.7, 330, 392), ...chord(0.6, 0.7, 294, 349), ...chord(1.2, 1.5, 262, 330)],
  end: [...chord(0, 0.25, 392, 494), ...chord(0.24, 0.25, 440, 554), ...chord(0.48, 0.9, 523, 659, 784)],
};

let hiss: AudioBuffer | null = null; // the same for all

function playTone(context: BaseAudioContext, { at = 0, for: length, from, to = from, wave = "sine", gain = 0.5 }: Tone): void {
  const start = context.currentTime + at;
  const end = start + length;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(gain * LOUD, start + Math.min(0.012, length / 4));
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(context.destination);
  const glide = (pitch: AudioParam): void => {
    pitch.setValueAtTime(from, start);
    if (to !== from) pitch.exponentialRampToValueAtTime(to, end);
  };
  if (wave === "noise") {
    const source = context.createBufferSource();
    source.buffer = hiss ??= noise(context);
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = "lowpass";
    glide(filter.frequency);
    source.connect(filter).connect(volume);
    source.start(start);
    source.stop(end);
  } else {
    const source = context.createOscillator();
    source.type = wave;
    glide(source.frequency);
    source.connect(volume);
    source.start(start);
    source.stop(end);
  }
}

function noise(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < data.length; at++) data[at] = Math.random() * 2 - 1;
  return buffer;
}

/** Everything of a cue; nothing if nobody drew it. */
export function playCue(context: BaseAudioContext, cue: string): void {
  for (const tone of CUES[cue] ?? []) playTone(context, tone);
}
