package io.metasched.simulation.system.rectangles.rows;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import java.util.List;

/**
 * Tables of a run of one policy.
 *
 * @param facts row of run.csv
 * @param jobs requests by (arrival, job), with their outcomes
 */
public record RectanglesRun(RectanglesFacts facts, List<ReservationRow> jobs) implements RunTables {
  /** Tables of a run; the table of the title is first. */
  public static final RunFormat<RectanglesRun> FORMAT =
      new RunFormat<>(
          RectanglesRun.class,
          List.of(
              new Table<>(RectanglesFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(ReservationRow.FORMAT, RectanglesRun::jobs)));

  public RectanglesRun {
    jobs = List.copyOf(jobs);
  }

  @Override
  public RunTitle title() {
    return facts.title();
  }
}
