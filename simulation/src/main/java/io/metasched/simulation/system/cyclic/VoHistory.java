package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.scheduling.CycleReport;
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
}
