package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import java.util.List;

/**
 * Events and cycle reports of a virtual organization at the end of a run.
 *
 * @param history all events of its job flow
 * @param cycles reports of its cycles, by number
 */
public record VoHistory(List<FlowEvent> history, List<CycleReport> cycles) {
  public VoHistory {
    history = List.copyOf(history);
    cycles = List.copyOf(cycles);
  }
}
