package io.metasched.lab.bench.broker;

import io.metasched.resource.broker.DynamicTable;
import io.metasched.resource.broker.LoadInterval;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Table of an agent as described in the broker-agent paper (section 3.7): a sorted vector of
 * intervals for each node, cloned for each batch and searched from its beginning. Baseline of
 * {@link DynamicTable}.
 */
final class VectorTable implements BrokerTableStructure.Table {
  private static final class Interval {
    private final long start;
    private long end;
    private int load;
    private int tasks;

    Interval(long start, long end, int load, int tasks) {
      this.start = start;
      this.end = end;
      this.load = load;
      this.tasks = tasks;
    }

    private Interval from(long tick) {
      return new Interval(tick, end, load, tasks);
    }
  }

  private final TableLimits limits;
  private final List<List<Interval>> rows = new ArrayList<>();

  private VectorTable(TableLimits limits) {
    this.limits = limits;
  }

  /** Returns a table with the intervals of a {@link DynamicTable}. */
  static VectorTable of(DynamicTable table, TableLimits limits) {
    var same = new VectorTable(limits);
    for (int row = 0; row < table.size(); row++) {
      var intervals = new ArrayList<Interval>();
      for (LoadInterval each : table.timeline(row).intervals()) {
        intervals.add(new Interval(each.start(), each.end(), each.load(), each.tasks()));
      }
      same.rows.add(intervals);
    }
    return same;
  }

  @Override
  public VectorTable copy() {
    var copy = new VectorTable(limits);
    for (var row : rows) {
      var intervals = new ArrayList<Interval>(row.size());
      row.forEach(each -> intervals.add(each.from(each.start)));
      copy.rows.add(intervals);
    }
    return copy;
  }

  /** Returns the result that {@link DynamicTable#find} has if it finds a node; otherwise empty. */
  @Override
  public Optional<DynamicTable.Found> find(Task task) {
    int best = -1;
    int least = Integer.MAX_VALUE;
    for (int row = 0; row < rows.size(); row++) {
      int load = 0;
      int tasks = 0;
      for (var each : rows.get(row)) {
        if (each.start >= task.span().end()) {
          break;
        } else if (each.end > task.span().start()) {
          load = Math.max(load, each.load);
          tasks = Math.max(tasks, each.tasks);
        }
      }
      if (load + task.load() <= limits.mostLoad() && tasks < limits.mostTasks() && load < least) {
        best = row;
        least = load;
      }
    }
    return best < 0
        ? Optional.empty()
        : Optional.of(new DynamicTable.Found(best, least + task.load()));
  }

  @Override
  public void add(int row, Task task) {
    change(row, task, 1);
  }

  /** Removes a task. Split intervals are not merged, which changes no result. */
  @Override
  public void remove(int row, Task task) {
    change(row, task, -1);
  }

  private void change(int row, Task task, int sign) {
    var intervals = rows.get(row);
    split(intervals, task.span().start());
    split(intervals, task.span().end());
    for (var each : intervals) {
      if (each.start >= task.span().end()) {
        break;
      } else if (each.start >= task.span().start()) {
        each.load += sign * task.load();
        each.tasks += sign;
      }
    }
  }

  private static void split(List<Interval> intervals, long tick) {
    for (int i = 0; i < intervals.size(); i++) {
      var each = intervals.get(i);
      if (each.start < tick && tick < each.end) {
        intervals.add(i + 1, each.from(tick));
        each.end = tick;
        return;
      } else if (each.start >= tick) {
        return;
      }
    }
  }
}
