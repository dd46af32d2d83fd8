package io.metasched.simulation.system.twolevel.rule;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Check that each job takes, at its start, the free processors with the lowest indices of its
 * provider. Jobs that start at one instant choose in the order of their rows. Cost: O(n p) for n
 * jobs and p processors of a provider.
 */
final class DynamicBinding {
  private final int processors;
  private final TreeMap<Long, BitSet> taken = new TreeMap<>();
  private final RuleReport report;

  private DynamicBinding(TwoLevelRun run, RuleReport report) {
    processors = run.facts().processors();
    this.report = report;
    for (var row : run.placements()) {
      if (row.first() <= row.last() && row.last() < processors) {
        taken.computeIfAbsent(row.job(), job -> new BitSet()).set(row.first(), row.last() + 1);
      }
    }
  }

  static void check(TwoLevelRun run, RuleReport report) {
    var byProvider = new TreeMap<Integer, List<TwoLevelJobRow>>();
    run.jobs().stream()
        .filter(TwoLevelJobRow::hasRun)
        .forEach(
            row -> byProvider.computeIfAbsent(row.provider(), p -> new ArrayList<>()).add(row));
    var binding = new DynamicBinding(run, report);
    byProvider.values().forEach(binding::check);
  }

  private void check(List<TwoLevelJobRow> jobs) {
    var running = new PriorityQueue<>(Comparator.comparingLong(TwoLevelJobRow::end));
    var busy = new BitSet();
    jobs.sort(Comparator.comparingLong(TwoLevelJobRow::start)); // stable
    for (var job : jobs) {
      while (!running.isEmpty() && running.element().end() <= job.start()) {
        busy.andNot(of(running.remove()));
      }
      if (!of(job).equals(lowest(busy, job.processors()))) {
        report.add("job " + job.id(), "it must have the free processors of lowest index");
      }
      busy.or(of(job));
      running.add(job);
    }
  }

  private BitSet of(TwoLevelJobRow job) {
    return taken.getOrDefault(job.id(), new BitSet());
  }

  private BitSet lowest(BitSet busy, int number) {
    var lowest = new BitSet();
    int left = number;
    for (int at = busy.nextClearBit(0); left > 0 && at < processors; left--) {
      lowest.set(at);
      at = busy.nextClearBit(at + 1);
    }
    return lowest;
  }
}
