package io.metasched.simulation.engine;

import io.metasched.simulation.result.CycleRow;

/** Counts what one cycle does. */
final class CycleTally {
  final int cycle;
  private final long tick;
  int batch;
  int slots;
  int placed;
  int withoutAlternative;
  int postponed;
  int requeued;
  int refused;
  long alternatives;

  CycleTally(int cycle, long tick) {
    this.cycle = cycle;
    this.tick = tick;
  }

  CycleRow row() {
    return new CycleRow(
        cycle,
        tick,
        batch,
        slots,
        placed,
        withoutAlternative,
        postponed,
        requeued,
        refused,
        alternatives);
  }
}
