/** A short tick in the hand, on devices that can vibrate. */

const TICK = 12;

export function tick() {
  navigator.vibrate?.(TICK);
}
