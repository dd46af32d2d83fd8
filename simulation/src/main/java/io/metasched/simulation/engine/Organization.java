package io.metasched.simulation.engine;

import io.metasched.metascheduler.desk.CycleReport;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.metascheduler.flow.FlowEvent;
import java.util.List;

/**
 * What a virtual organization leaves behind.
 *
 * @param history all that happened to its job flow
 * @param cycles what its cycles did, by number
 */
public record Organization(List<FlowEvent> history, List<CycleReport> cycles) {
  public Organization {
    history = List.copyOf(history);
    cycles = List.copyOf(cycles);
  }

  /** What a desk leaves behind. */
  public static Organization of(Desk desk) {
    return new Organization(desk.flow().history(), desk.reports());
  }
}
