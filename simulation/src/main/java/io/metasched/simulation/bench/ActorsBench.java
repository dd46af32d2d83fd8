package io.metasched.simulation.bench;

import io.metasched.simulation.engine.Progress;
import java.util.ArrayList;

/**
 * What actors cost: searches fanned out over domains beside searches in one table, and whole runs
 * beside the engine.
 */
public final class ActorsBench {

  /** What it is called on the command line. */
  public static final String NAME = "actors";

  private ActorsBench() {}

  /**
   * Measures.
   *
   * @param progress is told how far it has come
   */
  public static BenchReport run(BenchSize size, Progress progress) {
    long begun = System.nanoTime();
    var searches = new ArrayList<SearchRow>();
    var runs = new ArrayList<RunRow>();
    var faults = new ArrayList<String>();
    var spreads = size.spreads();
    for (int i = 0; i < spreads.size() && faults.isEmpty(); i++) {
      progress.advanced("searches", i, spreads.size());
      var measure = new SearchMeasure(size, spreads.get(i));
      searches.addAll(measure.rows());
      faults.addAll(measure.faults());
    }
    if (size.cycles() > 0 && faults.isEmpty()) {
      try (var measure = new RunMeasure(size)) {
        var policies = measure.policies();
        for (int i = 0; i < policies.size(); i++) {
          progress.advanced("runs", i, policies.size());
          runs.add(measure.row(policies.get(i)));
        }
        faults.addAll(measure.faults());
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new BenchReport(
        ActorsReport.json(NAME, searches, runs, seconds),
        ActorsReport.tables(searches, runs),
        faults);
  }
}
