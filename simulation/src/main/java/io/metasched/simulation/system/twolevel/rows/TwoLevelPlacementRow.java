package io.metasched.simulation.system.twolevel.rows;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.Comparator;
import java.util.List;

/**
 * Adjacent processors on which a job ran, as in placements.csv of two levels.
 *
 * @param job number of the job
 * @param provider provider, from 0
 * @param first lowest index of the processors, from 0
 * @param last highest index
 * @param start tick of the job's start
 * @param end tick of the job's end
 */
public record TwoLevelPlacementRow(
    long job, int provider, int first, int last, long start, long end) {
  /** Order of files and digests: by job, then processors. */
  public static final Comparator<TwoLevelPlacementRow> ORDER =
      Comparator.comparingLong(TwoLevelPlacementRow::job)
          .thenComparingInt(TwoLevelPlacementRow::provider)
          .thenComparingInt(TwoLevelPlacementRow::first)
          .thenComparingLong(TwoLevelPlacementRow::start);

  private static final Column<TwoLevelPlacementRow, Long> JOB =
      Column.of("job", ColumnType.NUMBER, "job", TwoLevelPlacementRow::job);
  private static final Column<TwoLevelPlacementRow, Integer> PROVIDER =
      Column.of(
          "provider",
          ColumnType.integerFrom(0),
          "provider, from 0",
          TwoLevelPlacementRow::provider);
  private static final Column<TwoLevelPlacementRow, Integer> FIRST =
      Column.of(
          "first",
          ColumnType.integerFrom(0),
          "lowest index of adjacent processors, from 0",
          TwoLevelPlacementRow::first);
  private static final Column<TwoLevelPlacementRow, Integer> LAST =
      Column.of(
          "last", ColumnType.integerFrom(0), "their highest index", TwoLevelPlacementRow::last);
  private static final Column<TwoLevelPlacementRow, Long> START =
      Column.of(
          "start",
          ColumnType.unitsFrom(0),
          Unit.SECONDS,
          "start of the job",
          TwoLevelPlacementRow::start);
  private static final Column<TwoLevelPlacementRow, Long> END =
      Column.of(
          "end",
          ColumnType.unitsFrom(0),
          Unit.SECONDS,
          "end of the job",
          TwoLevelPlacementRow::end);

  /** Format of placements.csv. */
  public static final TableFormat<TwoLevelPlacementRow> FORMAT =
      TableFormat.ofRecord(
          TwoLevelPlacementRow.class,
          "placements.csv",
          List.of(JOB, PROVIDER, FIRST, LAST, START, END));
}
