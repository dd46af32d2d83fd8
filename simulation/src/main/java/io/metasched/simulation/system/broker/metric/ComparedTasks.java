package io.metasched.simulation.system.broker.metric;

import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.kernel.ComparedJobs.JobMeasure;
import io.metasched.simulation.kernel.ComparedJobs.JobTrait;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ReportedFigures;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Comparison of the tasks of two runs. */
public final class ComparedTasks {
  private static final double TICKS = 1000;

  /** Pairing of the tasks, and the compared values. */
  public static final ComparedJobs<BrokerRun, ComparedTask> ALL =
      new ComparedJobs<>(
          ComparedTasks::byId,
          each -> each.row().submit(),
          List.of(
              new JobTrait<>("submit", each -> ReportedFigures.seconds(each.row().submit())),
              new JobTrait<>("request", each -> request(each.row()))),
          List.of(new JobTrait<>("access", each -> access(each.row()))),
          each -> RowFormat.lowerCase(each.row().outcome()),
          List.of(
              new JobMeasure<>("load", "Load of its node, per cent", Unit.NONE, ComparedTask::load),
              new JobMeasure<>(
                  "delay",
                  "Time from arrival to placement",
                  Unit.SECONDS,
                  each -> (each.placed() - each.row().submit()) / TICKS)));

  /**
   * Task with its last placement.
   *
   * @param load load of the task's node when the task was held, NaN if it is not placed
   * @param placed time of its placement, NaN if it is not placed
   */
  record ComparedTask(TaskRow row, double load, double placed) {}

  private ComparedTasks() {}

  private static SortedMap<String, ComparedTask> byId(BrokerRun run) {
    var tasks = new TreeMap<String, ComparedTask>(Comparator.comparingLong(Long::parseLong));
    for (var row : run.jobs()) {
      tasks.put(Long.toString(row.task()), new ComparedTask(row, Double.NaN, Double.NaN));
    }
    for (var line : run.placements()) {
      if (line.isKept()) {
        tasks.computeIfPresent(
            Long.toString(line.task()),
            (task, each) -> new ComparedTask(each.row(), line.load(), line.placed()));
      }
    }
    return tasks;
  }

  /** Returns a description of the demands of a task. */
  public static String request(TaskRow row) {
    var words =
        "from %s to %s, load %d %%"
            .formatted(
                ReportedFigures.seconds(row.start()),
                ReportedFigures.seconds(row.end()),
                row.load());
    return row.cpuPower() == 0 && row.memory() == 0
        ? words
        : words + ", CPU power %d, memory %d".formatted(row.cpuPower(), row.memory());
  }

  private static String access(TaskRow row) {
    return "%s; %s; %s"
        .formatted(
            row.owner(), String.join(",", row.viewers()), String.join(",", row.cancellers()));
  }
}
