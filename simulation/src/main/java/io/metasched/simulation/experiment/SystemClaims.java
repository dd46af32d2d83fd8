package io.metasched.simulation.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.translation.CommonMetric;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Claims about the comparison of all systems, as sentences decided by the paired differences: on
 * each source of jobs, all policies had the same jobs.
 */
record SystemClaims(List<String> sources, ObservedValues measured) {
  private static final double NOISE = 0.02; // of a share

  /** Returns the claims, each about all sources. */
  static List<Claim> of(List<String> sources, ObservedValues measured) {
    return new SystemClaims(sources, measured).all();
  }

  private List<Claim> all() {
    return List.of(
        less(
            "reservations-keep-times",
            "Gathered reservations on two levels keep more of the fixed times than a queue with"
                + " EASY.",
            policy("queue", "easy", CommonMetric.TIME_KEPT),
            policy("two-level", "ar-gather", CommonMetric.TIME_KEPT)),
        less(
            "what-if-keeps-times",
            "What-if placement keeps more of the fixed times than the least loaded cluster.",
            policy("what-if", "load", CommonMetric.TIME_KEPT),
            policy("what-if", "what-if", CommonMetric.TIME_KEPT)),
        near(
            "what-if-is-first-free",
            "The shares of the fixed times that what-if placement and the first free cluster keep"
                + " differ by at most 0.02.",
            policy("what-if", "what-if", CommonMetric.TIME_KEPT),
            policy("what-if", "first-free", CommonMetric.TIME_KEPT)),
        less(
            "the-batch-slicer-is-cheap",
            "Users pay less for jobs of the batch-slicer than for backfilled jobs.",
            policy("cyclic", "batch-slicer", CommonMetric.COST),
            policy("cyclic", "backfilling", CommonMetric.COST)),
        less(
            "backfilled-windows-wait-less",
            "Jobs wait less under backfilling than under CSS.",
            policy("cyclic", "backfilling", CommonMetric.WAIT_MEAN),
            policy("cyclic", "css", CommonMetric.WAIT_MEAN)),
        less(
            "queues-wait-less-than-windows",
            "Jobs wait less in a queue with EASY than under backfilling, where they also wait for a"
                + " cycle.",
            policy("queue", "easy", CommonMetric.WAIT_MEAN),
            policy("cyclic", "backfilling", CommonMetric.WAIT_MEAN)),
        less(
            "first-fit-waits-least",
            "Jobs wait less under first fit of rectangles than under worst fit of processors.",
            policy("rectangles", "ff", CommonMetric.WAIT_MEAN),
            policy("rectangles", "pe-worst", CommonMetric.WAIT_MEAN)),
        less(
            "brokers-place-less",
            "Brokers place fewer jobs than what-if placement.",
            policy("broker", "least-load", CommonMetric.PLACED),
            policy("what-if", "what-if", CommonMetric.PLACED)),
        less(
            "estimates-cost-time",
            "With exact run times, jobs wait less in a queue with EASY and shortest jobs first than"
                + " in a queue with EASY.",
            policy("clairvoyant", "easy-sjf", CommonMetric.WAIT_MEAN),
            policy("queue", "easy", CommonMetric.WAIT_MEAN)),
        less(
            "late-binding-keeps-times",
            "With a cycle every five minutes, late binding keeps more of the fixed times than"
                + " backfilling.",
            policy("cyclic-5-min", "backfilling", CommonMetric.TIME_KEPT),
            policy("cyclic-5-min", "late-binding", CommonMetric.TIME_KEPT)),
        near(
            "late-binding-keeps-times-as-reservations-do",
            "The shares of the fixed times that late binding with a cycle every five minutes and"
                + " gathered reservations keep differ by at most 0.02.",
            policy("cyclic-5-min", "late-binding", CommonMetric.TIME_KEPT),
            policy("two-level", "ar-gather", CommonMetric.TIME_KEPT)),
        less(
            "late-binding-waits-less-than-reservations",
            "Jobs wait less under late binding with a cycle every five minutes than with gathered"
                + " reservations.",
            policy("cyclic-5-min", "late-binding", CommonMetric.WAIT_MEAN),
            policy("two-level", "ar-gather", CommonMetric.WAIT_MEAN)),
        less(
            "frequent-cycles-waits-less",
            "Under backfilling, jobs wait less with a cycle every five minutes than with a cycle"
                + " every hour.",
            policy("cyclic-5-min", "backfilling", CommonMetric.WAIT_MEAN),
            policy("cyclic", "backfilling", CommonMetric.WAIT_MEAN)));
  }

  /** Cell of a policy, by source. */
  private record Cell(SystemPolicy policy, CommonMetric metric) {
    Series on(String source) {
      return policy.series(source, metric);
    }
  }

  private static Cell policy(String system, String policy, CommonMetric metric) {
    return new Cell(new SystemPolicy(system, policy), metric);
  }

  private Claim less(String id, String text, Cell one, Cell than) {
    return claim(id, text, (paired, source) -> paired.less(one.on(source), than.on(source)));
  }

  private Claim near(String id, String text, Cell one, Cell other) {
    return claim(
        id, text, (paired, source) -> paired.near(one.on(source), other.on(source), NOISE));
  }

  private Claim claim(String id, String text, BiConsumer<Paired, String> compare) {
    var paired = new Paired(measured);
    sources.forEach(source -> compare.accept(paired, source));
    return paired.claim(id, text);
  }
}
