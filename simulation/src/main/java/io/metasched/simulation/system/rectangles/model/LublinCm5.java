package io.metasched.simulation.system.rectangles.model;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.lublin.JobType;
import io.metasched.simulation.workload.lublin.LublinSetting;
import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.lublin.SizeLaw;
import io.metasched.simulation.workload.lublin.TypeLaws;
import java.util.List;

/**
 * Workload of the paper on parallel reservations: the Lublin-Feitelson model with sizes as on the
 * LANL CM-5, all of them powers of two. Run times and arrivals come from the model without types of
 * jobs. Each run time is replaced by one of the six durations that users of that machine requested.
 * The thresholds give each duration its share in the log.
 *
 * <p>Source: section 6 of that paper, and docs/sources.md for the parameters that it does not
 * specify.
 *
 * @param jobs number of jobs
 * @param low ULow, the minimum logarithm of a size
 * @param medium UMed, the boundary between the two stages of sizes
 * @param high UHi, the maximum logarithm of a size
 * @param firstStageShare Uprob, the probability of the first stage
 * @param elements number of elements of the multiprocessor
 */
public record LublinCm5(
    int jobs, double low, double medium, double high, double firstStageShare, int elements) {
  /** Durations that users requested, in seconds. */
  public static final List<Integer> DURATION_SECONDS = List.of(60, 300, 900, 1800, 3600, 10_800);

  /** Maximum run times of the model, in seconds, for each of the durations except the last. */
  public static final List<Integer> THRESHOLD_SECONDS = List.of(9, 5471, 6828, 8205, 19_393);

  /**
   * Number of elements of the machine for which the run times and arrivals of the model are fixed.
   */
  private static final int PUBLISHED_ELEMENTS = 1024;

  private static final long TICKS_PER_SECOND = 1000;

  /**
   * @throws IllegalArgumentException for a parameter out of range
   */
  public LublinCm5 {
    var unused = new SizeLaw(0, 1, low, medium, high, firstStageShare, elements);
  }

  /** Returns the workload of the paper on 1024 elements. */
  public static LublinCm5 published(int jobs, double medium) {
    return new LublinCm5(jobs, 4.5, medium, 10, 0.82, PUBLISHED_ELEMENTS);
  }

  /** Generates the jobs in order of arrival, numbered from 1. */
  public List<RigidArrival> generate(Seeds seeds) {
    var published = LublinSetting.DEFAULT.laws(PUBLISHED_ELEMENTS).get(0);
    var sizes = new SizeLaw(0, 1, low, medium, high, firstStageShare, elements);
    var laws = new TypeLaws(JobType.ANY, sizes, published.runTimes(), published.arrivals());
    return new LublinWorkload(jobs, List.of(laws))
        .generate(seeds).stream()
            .map(
                job ->
                    new RigidArrival(
                        job.id(),
                        job.arrivalSeconds() * TICKS_PER_SECOND,
                        durationSeconds(job.runSeconds()) * TICKS_PER_SECOND,
                        job.processors()))
            .toList();
  }

  /** Returns the duration that replaces a run time of the model. */
  static int durationSeconds(long runSeconds) {
    int place = 0;
    while (place < THRESHOLD_SECONDS.size() && runSeconds > THRESHOLD_SECONDS.get(place)) {
      place++;
    }
    return DURATION_SECONDS.get(place);
  }
}
