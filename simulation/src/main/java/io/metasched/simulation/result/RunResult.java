package io.metasched.simulation.result;

import java.util.List;

/**
 * All that a run of one policy leaves behind.
 *
 * @param header what the rows have in common
 * @param nodes by id
 * @param jobs by job id
 * @param placements in {@link PlacementRow#ORDER}
 * @param local by node, then number
 * @param payments in the order in which they happened
 * @param decisions in the order in which they happened
 * @param cycles by number
 */
public record RunResult(
    RunHeader header,
    List<NodeRow> nodes,
    List<JobRow> jobs,
    List<PlacementRow> placements,
    List<LocalRow> local,
    List<PaymentRow> payments,
    List<DecisionRow> decisions,
    List<CycleRow> cycles) {

  public RunResult {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    placements = placements.stream().sorted(PlacementRow.ORDER).toList();
    local = List.copyOf(local);
    payments = List.copyOf(payments);
    decisions = List.copyOf(decisions);
    cycles = List.copyOf(cycles);
  }
}
