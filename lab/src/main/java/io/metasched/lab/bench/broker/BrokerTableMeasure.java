package io.metasched.lab.bench.broker;

import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.StoppingRule;
import io.metasched.resource.broker.DynamicTable;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.simulation.system.broker.experiment.ScatteredTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Measurement of both tables, one after the other, with the same batches. Nodes for the tasks of a
 * batch are found on a copy; then the tasks are added to the table, and removed again.
 */
final class BrokerTableMeasure {
  private static final int NODES = 10;
  private static final int BATCH = 100;
  private static final int MOST_BATCHES = 20_000;
  private static final long SEED_OF_TABLE = 1;
  private static final long SEED_OF_BATCHES = 2;
  private static final TableLimits LIMITS = TableLimits.PUBLISHED;

  private final StoppingRule rule;
  private final List<String> faults;

  private record Batch(List<Task> tasks, List<Optional<DynamicTable.Found>> found) {}

  /** One of the two tables. */
  private interface Table {
    List<Optional<DynamicTable.Found>> offer(List<Task> tasks);

    void add(int row, Task task);

    void remove(int row, Task task);
  }

  private record Fast(DynamicTable table) implements Table {
    @Override
    public List<Optional<DynamicTable.Found>> offer(List<Task> tasks) {
      var copy = table.copy();
      var answers = new ArrayList<Optional<DynamicTable.Found>>(tasks.size());
      for (var task : tasks) {
        if (copy.find(task) instanceof DynamicTable.Found found) {
          copy.add(found.row(), task);
          answers.add(Optional.of(found));
        } else {
          answers.add(Optional.empty());
        }
      }
      return answers;
    }

    @Override
    public void add(int row, Task task) {
      table.add(row, task);
    }

    @Override
    public void remove(int row, Task task) {
      table.remove(row, task);
    }
  }

  private record Naive(VectorTable table) implements Table {
    @Override
    public List<Optional<DynamicTable.Found>> offer(List<Task> tasks) {
      var copy = table.copy();
      var answers = new ArrayList<Optional<DynamicTable.Found>>(tasks.size());
      for (var task : tasks) {
        var found = copy.find(task);
        found.ifPresent(each -> copy.add(each.row(), task));
        answers.add(found);
      }
      return answers;
    }

    @Override
    public void add(int row, Task task) {
      table.add(row, task);
    }

    @Override
    public void remove(int row, Task task) {
      table.remove(row, task);
    }
  }

  /**
   * Creates a measurement.
   *
   * @param faults receives differences between the tables
   */
  BrokerTableMeasure(StoppingRule rule, List<String> faults) {
    this.rule = rule;
    this.faults = faults;
  }

  /** Returns the rows. The tree is measured first, because the vector repeats its batches. */
  List<BrokerTableRow> rows(int tasks) {
    var table = new DynamicTable(ScatteredTasks.nodes(NODES), LIMITS);
    var random = new SplittableRandom(SEED_OF_TABLE);
    var scattered = new ScatteredTasks(tasks, NODES, 0, random);
    for (int placed = 0; placed < tasks; ) {
      var task = scattered.next();
      if (table.find(task) instanceof DynamicTable.Found found) {
        table.add(found.row(), task);
        placed++;
      }
    }
    var naive = new Naive(VectorTable.of(table, LIMITS));
    var batches = new ArrayList<Batch>();
    var fast = fast(tasks, new Fast(table), batches);
    return List.of(fast, naive(tasks, naive, batches));
  }

  private BrokerTableRow fast(int tasks, Fast table, List<Batch> batches) {
    var scattered = new ScatteredTasks(tasks, NODES, tasks, new SplittableRandom(SEED_OF_BATCHES));
    var times = new double[2];
    long begun = System.nanoTime();
    while (batches.size() < MOST_BATCHES
        && !rule.isEnough(batches.size(), System.nanoTime() - begun)) {
      var batch = scattered.next(BATCH);
      batches.add(new Batch(batch, measure(table, batch, times)));
    }
    return row(tasks, "tree", batches.size(), times);
  }

  private BrokerTableRow naive(int tasks, Naive table, List<Batch> batches) {
    var times = new double[2];
    int done = 0;
    long begun = System.nanoTime();
    while (done < batches.size() && !rule.isEnough(done, System.nanoTime() - begun)) {
      var batch = batches.get(done);
      var found = measure(table, batch.tasks(), times);
      if (!found.equals(batch.found())) {
        faults.add("%d tasks, batch %d: the tables find different nodes".formatted(tasks, done));
        break;
      }
      done++;
    }
    return row(tasks, "vector", done, times);
  }

  private static List<Optional<DynamicTable.Found>> measure(
      Table table, List<Task> batch, double[] seconds) {
    double begun = Measurements.processorSeconds();
    var found = table.offer(batch);
    double offered = Measurements.processorSeconds();
    for (int i = 0; i < batch.size(); i++) {
      if (found.get(i).isPresent()) {
        table.add(found.get(i).get().row(), batch.get(i));
      }
    }
    seconds[1] += Measurements.processorSeconds() - offered;
    seconds[0] += offered - begun;
    for (int i = 0; i < batch.size(); i++) {
      if (found.get(i).isPresent()) {
        table.remove(found.get(i).get().row(), batch.get(i));
      }
    }
    return found;
  }

  private static BrokerTableRow row(int tasks, String structure, int batches, double[] seconds) {
    int measured = batches * BATCH;
    return new BrokerTableRow(
        tasks, structure, measured, seconds[0] * 1e6 / measured, seconds[1] * 1e6 / measured);
  }
}
