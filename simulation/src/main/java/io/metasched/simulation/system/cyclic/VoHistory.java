package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.scheduling.CycleReport;
import io.metasched.metascheduler.scheduling.VoScheduler;
import java.util.List;

/**
 * What a virtual organization leaves behind.
 *
 * @param history all that happened to its job flow
 * @param cycles what its cycles did, by number
 */
public record VoHistory(List<FlowEvent> history, List<CycleReport> cycles) {
  public VoHistory {
    history = List.copyOf(history);
    cycles = List.copyOf(cycles);
  }

  /** The history of a VO scheduler. */
  public static VoHistory of(VoScheduler scheduler) {
    return new VoHistory(scheduler.flow().history(), scheduler.reports());
  }
}
