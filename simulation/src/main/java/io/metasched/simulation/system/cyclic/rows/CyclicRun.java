package io.metasched.simulation.system.cyclic.rows;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import java.util.List;

/**
 * Rows of a cyclic run of one policy.
 *
 * @param header values that the rows have in common
 * @param nodes nodes by id
 * @param users users by number
 * @param jobs jobs by id
 * @param placements placements in {@link PlacementRow#ORDER}
 * @param local local jobs by node, then number
 * @param payments payments in order of time
 * @param decisions decisions in order of time
 * @param cycles cycles by number
 * @param workflows workflows by number
 */
public record CyclicRun(
    RunHeader header,
    List<NodeRow> nodes,
    List<UserRow> users,
    List<JobRow> jobs,
    List<PlacementRow> placements,
    List<LocalRow> local,
    List<PaymentRow> payments,
    List<DecisionRow> decisions,
    List<CycleRow> cycles,
    List<DrawnWorkflowRow> workflows)
    implements RunTables {
  /** Tables of a run; the table of the title is first. */
  public static final RunFormat<CyclicRun> FORMAT =
      new RunFormat<>(
          CyclicRun.class,
          List.of(
              new Table<>(CyclicTables.RUN, run -> List.of(run.header())),
              new Table<>(CyclicTables.NODES, CyclicRun::nodes),
              new Table<>(CyclicTables.USERS, CyclicRun::users),
              new Table<>(CyclicTables.JOBS, CyclicRun::jobs),
              new Table<>(CyclicTables.PLACEMENTS, CyclicRun::placements),
              new Table<>(CyclicTables.LOCAL, CyclicRun::local),
              new Table<>(CyclicTables.PAYMENTS, CyclicRun::payments),
              new Table<>(CyclicTables.DECISIONS, CyclicRun::decisions),
              new Table<>(CyclicTables.CYCLES, CyclicRun::cycles),
              new Table<>(CyclicTables.WORKFLOWS, CyclicRun::workflows)));

  /** Copies the rows, with payments in a compact form; sorts the placements. */
  public CyclicRun {
    nodes = List.copyOf(nodes);
    users = List.copyOf(users);
    jobs = List.copyOf(jobs);
    placements = placements.stream().sorted(PlacementRow.ORDER).toList();
    local = List.copyOf(local);
    payments = PaymentLog.copyOf(payments);
    decisions = List.copyOf(decisions);
    cycles = List.copyOf(cycles);
    workflows = List.copyOf(workflows);
  }

  @Override
  public RunTitle title() {
    return header.title();
  }

  /** Returns the names of users, organizations and owners. */
  public RunNames names() {
    return RunNames.of(this);
  }
}
