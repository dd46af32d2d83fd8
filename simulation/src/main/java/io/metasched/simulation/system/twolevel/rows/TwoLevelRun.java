package io.metasched.simulation.system.twolevel.rows;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import java.util.List;

/**
 * Tables of a run of one policy on two levels.
 *
 * @param facts row of run.csv
 * @param jobs jobs by (submit, id)
 * @param placements processors of the jobs, in the order of the jobs
 * @param events histories, job by job in the order of the jobs
 */
public record TwoLevelRun(
    TwoLevelFacts facts,
    List<TwoLevelJobRow> jobs,
    List<TwoLevelPlacementRow> placements,
    List<TwoLevelEventRow> events)
    implements RunTables {
  /** Tables of a run; the table of the title is first. */
  public static final RunFormat<TwoLevelRun> FORMAT =
      new RunFormat<>(
          TwoLevelRun.class,
          List.of(
              new Table<>(TwoLevelFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(TwoLevelJobRow.FORMAT, TwoLevelRun::jobs),
              new Table<>(TwoLevelPlacementRow.FORMAT, TwoLevelRun::placements),
              new Table<>(TwoLevelEventRow.FORMAT, TwoLevelRun::events)));

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
