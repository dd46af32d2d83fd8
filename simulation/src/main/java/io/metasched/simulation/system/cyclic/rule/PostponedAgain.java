package io.metasched.simulation.system.cyclic.rule;

import io.metasched.simulation.system.cyclic.rows.Postponements;
import io.metasched.simulation.system.cyclic.rule.CycleRules.CycleOf;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Numbers of jobs that a cycle left in the queue for the same reason as the previous cycle; there
 * are no rows of these decisions.
 */
final class PostponedAgain {

  private record Kind(int vo, String reason) implements Comparable<Kind> {
    private static final Comparator<Kind> ORDER =
        Comparator.comparingInt(Kind::vo).thenComparing(Kind::reason);

    @Override
    public int compareTo(Kind other) {
      return ORDER.compare(this, other);
    }
  }

  /** Change of the number of jobs from one cycle to the next, by kind and cycle. */
  private final TreeMap<Kind, int[]> changes = new TreeMap<>();

  private PostponedAgain() {}

  static PostponedAgain of(RunIndex run) {
    var again = new PostponedAgain();
    int cycles = run.run().cycles().size() / run.organizations();
    Postponements.forEach(
        run.run(),
        (decision, last) -> {
          int first = decision.cycle() + 1;
          int end = Math.min(last, cycles - 1) + 1;
          if (first > 0 && first < end) {
            var kind = new Kind(decision.job().vo(), decision.reason());
            var change = again.changes.computeIfAbsent(kind, k -> new int[cycles + 1]);
            change[first]++;
            change[end]--;
          }
        });
    return again;
  }

  /** Adds the numbers to the tallies of the cycles. */
  void addTo(SortedMap<CycleOf, DecisionTally> tallies) {
    changes.forEach(
        (kind, change) -> {
          int jobs = 0;
          for (int cycle = 0; cycle < change.length; cycle++) {
            jobs += change[cycle];
            if (jobs > 0) {
              tallies
                  .computeIfAbsent(new CycleOf(cycle, kind.vo()), id -> new DecisionTally())
                  .postponed(jobs, kind.reason());
            }
          }
        });
  }
}
