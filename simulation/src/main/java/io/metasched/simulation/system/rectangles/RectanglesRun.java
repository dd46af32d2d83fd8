package io.metasched.simulation.system.rectangles;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import java.util.List;

/**
 * All that a run of one policy leaves behind.
 *
 * @param facts the row of run.csv
 * @param jobs the requests by (arrival, job), with what came of them
 */
public record RectanglesRun(RectanglesFacts facts, List<ReservationRow> jobs) implements RunTables {
  /** The tables, that of the title first. */
  public static final RunFormat<RectanglesRun> FORMAT =
      new RunFormat<>(
          RectanglesRun.class,
          List.of(
              new Table<>(RectanglesFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(ReservationRow.FORMAT, RectanglesRun::jobs)));

  /** Copies the list. */
  public RectanglesRun {
    jobs = List.copyOf(jobs);
  }

  @Override
  public RunTitle title() {
    return facts.title();
  }

  /** The requests that were accepted. */
  List<ReservationRow> accepted() {
    return jobs.stream().filter(ReservationRow::isAccepted).toList();
  }
}
