package io.metasched.service.metrics;

import io.metasched.service.actor.PlannerListener.Step;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Current step of the cycle, and durations of each step in the last cycles of this process.
 * Thread-safe.
 */
public final class CycleSteps {
  private static final int CYCLES = 60;
  private static final List<Step> IN_ORDER = List.of(Step.values());

  // both guarded by this
  private final Map<Step, ArrayDeque<Duration>> taken = new EnumMap<>(Step.class);
  private Optional<Step> present = Optional.empty();

  /** Creates steps without a cycle. */
  public CycleSteps() {
    for (var step : IN_ORDER) {
      taken.put(step, new ArrayDeque<>());
    }
  }

  /**
   * Durations of a step.
   *
   * @param last duration in the last cycle that had the step
   * @param longest longest duration in the last 60 such cycles
   */
  public record Took(Duration last, Duration longest) {}

  synchronized void begin() {
    present = Optional.of(IN_ORDER.get(0));
  }

  synchronized void took(Step step, Duration took) {
    var last = taken.getOrDefault(step, new ArrayDeque<>());
    last.addLast(took);
    if (last.size() > CYCLES) {
      last.removeFirst();
    }
    int next = IN_ORDER.indexOf(step) + 1;
    present = IN_ORDER.stream().skip(next).findFirst();
  }

  synchronized void end() {
    present = Optional.empty();
  }

  /** Returns the current step; empty between cycles. */
  public synchronized Optional<Step> present() {
    return present;
  }

  /** Returns the durations of a step; empty if no cycle of this process included the step. */
  public synchronized Optional<Took> took(Step step) {
    var last = taken.getOrDefault(step, new ArrayDeque<>());
    return last.stream().max(Duration::compareTo).map(longest -> new Took(last.getLast(), longest));
  }
}
