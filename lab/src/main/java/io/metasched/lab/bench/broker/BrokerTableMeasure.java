package io.metasched.lab.bench.broker;

import io.metasched.lab.bench.Jmh;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Measurement of both tables, after a comparison of the nodes that they find. */
final class BrokerTableMeasure {
  private static final int COMPARED_BATCHES = 20;

  private final Jmh jmh;
  private final List<String> faults;

  /**
   * Creates a measurement.
   *
   * @param faults receives differences between the tables
   */
  BrokerTableMeasure(Jmh jmh, List<String> faults) {
    this.jmh = jmh.dividedBy(2);
    this.faults = faults;
  }

  /** Returns the rows; the row of the tree comes first. */
  List<BrokerTableRow> rows(int tasks) {
    compare(tasks);
    return Stream.of(BrokerTableStructure.values()).map(each -> row(tasks, each)).toList();
  }

  private void compare(int tasks) {
    var tree = new BrokerBatches(BrokerTableStructure.TREE, tasks);
    var vector = new BrokerBatches(BrokerTableStructure.VECTOR, tasks);
    for (int i = 0; i < COMPARED_BATCHES && faults.isEmpty(); i++) {
      tree.draw();
      vector.draw();
      if (!tree.offer().equals(vector.offer())) {
        faults.add("%d tasks, batch %d: the tables find different nodes".formatted(tasks, i));
      }
      tree.commit();
      vector.commit();
      tree.withdraw();
      vector.withdraw();
    }
  }

  private BrokerTableRow row(int tasks, BrokerTableStructure structure) {
    var of = Map.of("tasks", tasks, "structure", structure);
    var offer = jmh.times(BrokerTableBenchmark.class, "offer", of);
    var commit = jmh.times(BrokerTableBenchmark.class, "commit", of);
    return new BrokerTableRow(
        tasks,
        structure.label,
        offer.count() * BrokerBatches.TASKS,
        offer.meanMicros(),
        commit.meanMicros());
  }
}
