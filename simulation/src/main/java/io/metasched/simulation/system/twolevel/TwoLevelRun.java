package io.metasched.simulation.system.twolevel;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import java.util.List;

/**
 * All that a run of one policy on two levels leaves behind.
 *
 * @param facts the row of run.csv
 * @param jobs the jobs by (submit, id)
 * @param placements where they ran, in their order
 * @param events their histories, job by job in the order of the jobs
 */
public record TwoLevelRun(
    TwoLevelFacts facts,
    List<TwoLevelJobRow> jobs,
    List<TwoLevelPlacementRow> placements,
    List<TwoLevelEventRow> events)
    implements RunTables {
  /** The tables, that of the title first. */
  public static final RunFormat<TwoLevelRun> FORMAT =
      new RunFormat<>(
          TwoLevelRun.class,
          List.of(
              new Table<>(TwoLevelFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(TwoLevelJobRow.FORMAT, TwoLevelRun::jobs),
              new Table<>(TwoLevelPlacementRow.FORMAT, TwoLevelRun::placements),
              new Table<>(TwoLevelEventRow.FORMAT, TwoLevelRun::events)));

  /** Copies the lists. */
  public TwoLevelRun {
    jobs = List.copyOf(jobs);
    placements = List.copyOf(placements);
    events = List.copyOf(events);
  }

  @Override
  public RunTitle title() {
    return facts.title();
  }
}
