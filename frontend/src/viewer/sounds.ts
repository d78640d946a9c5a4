// Short sounds, made here: a stone, a notice, little time, an end.

import { openStorage } from "./browserstorage";
import { readChoices } from "./choices";

export type Sound = "stone" | "notice" | "hurry" | "end";

/** What sounds, once it has been started, and what everything goes through on its way out. */
interface Speaker {
  readonly context: AudioContext;
  readonly output: GainNode;
  /** Whether the browser lets it sound. While it rests it does not run, and is allowed all the same. */
  isAllowed: boolean;
  /** Those who want to know when that changes. */
  readonly told: ((isBlocked: boolean) => void)[];
  resting: ReturnType<typeof setTimeout> | undefined;
}

/** Each script of a page has a copy of this module; they sound through the same. */
const page = globalThis as { inarowSpeaker?: Speaker };

/** The volume at which sounds are as loud as they were made. */
const AS_MADE = 80;

/** Browsers allow sound after one of these: a finger counts when it is lifted, by its click. */
const GESTURES = ["pointerdown", "click", "keydown"] as const;

/** Where sound is allowed it still takes a moment to begin. */
const BEGIN_MS = 1_000;

/** Silence has to be worked out as sound has, and keeps a phone's loudspeaker awake. */
const REST_AFTER_MS = 2_000;

/**
 * Starts sound as soon as the browser allows it: at once if a click on the previous page still
 * counts (in Chromium it does, so that TV keeps its sound), else with the first gesture. `told`
 * hears whether it is blocked: a moment after the start, and when that changes.
 */
export function startSound(told: (isBlocked: boolean) => void = () => undefined): void {
  if (!("AudioContext" in globalThis)) return; // then it is a silent game
  const speaker = (page.inarowSpeaker ??= newSpeaker());
  setTimeout(() => {
    told(!speaker.isAllowed);
    speaker.told.push(told);
  }, BEGIN_MS);
}

function newSpeaker(): Speaker {
  const context = new AudioContext();
  const output = context.createGain();
  output.connect(context.destination);
  const speaker: Speaker = { context, output, isAllowed: false, told: [], resting: undefined };
  context.addEventListener("statechange", () => {
    if (context.state === "running") restsLater(speaker);
    // Suspended, it rests; interrupted, something else has the sound, such as a call.
    if (context.state !== "suspended") setAllowed(speaker, context.state === "running");
  });
  for (const gesture of GESTURES)
    addEventListener(gesture, () => {
      // Refused while something else has the sound: the next gesture asks again.
      if (!speaker.isAllowed) context.resume().catch(() => undefined);
    });
  return speaker;
}

function setAllowed(speaker: Speaker, isAllowed: boolean): void {
  if (speaker.isAllowed === isAllowed) return;
  speaker.isAllowed = isAllowed;
  for (const told of speaker.told) told(!isAllowed);
}

function restsLater(speaker: Speaker): void {
  clearTimeout(speaker.resting);
  speaker.resting = setTimeout(() => void speaker.context.suspend(), REST_AFTER_MS);
}

/** A sound on a page that may have had none before: heard if the browser allows it by then. */
export function ring(sound: Sound): void {
  startSound();
  if (page.inarowSpeaker?.isAllowed === true) play(sound);
  else setTimeout(() => play(sound), BEGIN_MS);
}

/** Lets a stone and a notice be heard, as soon as the browser allows: after a press it does. */
export async function tryOut(): Promise<void> {
  if (page.inarowSpeaker === undefined) return;
  await page.inarowSpeaker.context.resume();
  play("stone");
  setTimeout(() => play("notice"), 350);
}

/** Sounds as loud as the viewer has it now, in whatever tab they chose that. */
export function play(sound: Sound): void {
  const speaker = page.inarowSpeaker;
  if (speaker?.isAllowed !== true) return;
  restsLater(speaker);
  speaker.context.resume().then(
    () => sounds(sound, speaker),
    () => setAllowed(speaker, false),
  );
}

function sounds(sound: Sound, { context, output }: Speaker): void {
  output.gain.value = readChoices(openStorage()).volume / AS_MADE;
  switch (sound) {
    case "stone":
      knock(context, context.currentTime);
      break;
    case "notice":
      tone(context, context.currentTime, 660, 0.16);
      tone(context, context.currentTime + 0.11, 880, 0.22);
      break;
    case "hurry":
      tone(context, context.currentTime, 494, 0.12);
      tone(context, context.currentTime + 0.18, 494, 0.18);
      break;
    case "end":
      for (const [index, pitch] of [523.25, 659.25, 783.99, 1046.5].entries()) {
        tone(context, context.currentTime + index * 0.1, pitch, 0.45);
      }
      break;
    default:
      sound satisfies never;
  }
}

/** A stone on the board: a falling tone under a click of noise. */
function knock(audio: AudioContext, at: number): void {
  const body = audio.createOscillator();
  body.type = "sine";
  body.frequency.setValueAtTime(420, at);
  body.frequency.exponentialRampToValueAtTime(150, at + 0.06);
  const noise = audio.createBufferSource();
  noise.buffer = click(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  body.connect(fade(audio, at, 0.35, 0.09));
  noise.connect(filter).connect(fade(audio, at, 0.5, 0.03));
  body.start(at);
  body.stop(at + 0.12);
  noise.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number, seconds: number): void {
  const voice = audio.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  voice.connect(fade(audio, at, 0.12, seconds));
  voice.start(at);
  voice.stop(at + seconds + 0.05);
}

function fade(audio: AudioContext, at: number, loudness: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(page.inarowSpeaker?.output ?? audio.destination);
  return gain;
}

function click(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.03), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  return buffer;
}
