package io.metasched.lab.bench.broker;

import io.metasched.resource.broker.DynamicTable;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.simulation.system.broker.experiment.ScatteredTasks;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Table of an agent that already has tasks, and batches of additional tasks. For each batch, nodes
 * are found on a copy of the table; then the tasks are added to the table and withdrawn again.
 */
final class BrokerBatches {
  /** Tasks of a batch. */
  static final int TASKS = 100;

  private static final int NODES = 10;
  private static final long SEED_OF_TABLE = 1;
  private static final long SEED_OF_BATCHES = 2;
  private static final TableLimits LIMITS = TableLimits.PUBLISHED;

  private final BrokerTableStructure.Table table;
  private final ScatteredTasks scattered;
  private List<Task> batch = List.of();
  private List<Optional<DynamicTable.Found>> found = List.of();

  /** Fills a table with a number of tasks. */
  BrokerBatches(BrokerTableStructure structure, int tasks) {
    var filled = new DynamicTable(ScatteredTasks.nodes(NODES), LIMITS);
    var first = new ScatteredTasks(tasks, NODES, 0, new SplittableRandom(SEED_OF_TABLE));
    for (int placed = 0; placed < tasks; ) {
      var task = first.next();
      if (filled.find(task) instanceof DynamicTable.Found place) {
        filled.add(place.row(), task);
        placed++;
      }
    }
    table = structure.of(filled, LIMITS);
    scattered = new ScatteredTasks(tasks, NODES, tasks, new SplittableRandom(SEED_OF_BATCHES));
  }

  void draw() {
    batch = scattered.next(TASKS);
  }

  List<Optional<DynamicTable.Found>> offer() {
    found = table.offer(batch);
    return found;
  }

  /** Adds the tasks for which there are nodes. */
  void commit() {
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i).isPresent()) {
        table.add(found.get(i).get().row(), batch.get(i));
      }
    }
  }

  /** Removes the tasks that were added last. */
  void withdraw() {
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i).isPresent()) {
        table.remove(found.get(i).get().row(), batch.get(i));
      }
    }
    found = List.of();
  }
}
