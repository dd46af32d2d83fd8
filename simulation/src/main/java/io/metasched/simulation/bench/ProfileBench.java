package io.metasched.simulation.bench;

import io.metasched.simulation.engine.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * What free capacity over time costs: the tree beside the linear walk of the hierarchical
 * reservation paper and beside its fixed slots, by the number of reservations.
 */
public final class ProfileBench {
  /** What it is called on the command line. */
  public static final String NAME = "profile";

  private static final int RESERVATIONS_FOR_WARMTH = 2000;
  private static final int CHANGES_FOR_WARMTH = 20_000;

  private ProfileBench() {}

  /**
   * Measures.
   *
   * @param progress is told how far it has come
   */
  public static BenchReport run(ProfileBenchSize size, Progress progress) {
    long begun = System.nanoTime();
    if (size.changes() == 0) {
      var warmth = new ProfileBenchSize(List.of(), size.seconds(), CHANGES_FOR_WARMTH);
      new ProfileMeasure(warmth, RESERVATIONS_FOR_WARMTH).rows();
    }
    var rows = new ArrayList<ProfileRow>();
    var faults = new ArrayList<String>();
    var counts = size.reservations();
    for (int i = 0; i < counts.size() && faults.isEmpty(); i++) {
      progress.advanced("reservations", i, counts.size());
      var measure = new ProfileMeasure(size, counts.get(i));
      rows.addAll(measure.rows());
      faults.addAll(measure.faults());
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new BenchReport(
        ProfileReport.json(NAME, rows, seconds), ProfileReport.tables(rows), faults);
  }
}
