package io.metasched.simulation.replay;

import static io.metasched.simulation.result.Decimals.ofThousandths;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.metasched.simulation.result.ReplayResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a replay leaves behind for each policy. */
public final class ReplayFiles {
  /** One row per job: when it ran. */
  public static final String JOBS = ReplayResult.JOBS;

  /** The log with the waits of the replay, in Standard Workload Format. */
  public static final String LOG = "replay.swf";

  /** One row per user. */
  public static final String USERS = "users.csv";

  /** One row per class of sizes. */
  public static final String SIZES = "sizes.csv";

  private ReplayFiles() {}

  /** Writes {@link #JOBS}; times in seconds, empty where a job never started. */
  public static void writeJobs(Schedule schedule, Path folder) throws IOException {
    try (var csv =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(folder.resolve(JOBS))) {
      csv.writeRecord(ReplayResult.COLUMNS);
      for (int i = 0; i < schedule.jobs().size(); i++) {
        var job = schedule.jobs().get(i);
        boolean started = schedule.hasStarted(i);
        long start = schedule.startTicks()[i];
        csv.writeRecord(
            Long.toString(job.id()),
            ofThousandths(job.submitTick()),
            started ? ofThousandths(start) : "",
            started ? ofThousandths(schedule.endTick(i)) : "",
            Integer.toString(job.processors()),
            started ? ofThousandths(start - job.submitTick()) : "",
            ofThousandths(job.estimateTicks()),
            Boolean.toString(job.stopped()),
            Integer.toString(job.user()));
      }
    }
  }

  /** Writes {@link #USERS} and {@link #SIZES}: what it came to for each user and class of sizes. */
  public static void writeGroups(PolicyReplay replay, Path folder) throws IOException {
    writeGroups("user", replay.byUser(), folder.resolve(USERS));
    writeGroups("upTo", replay.bySize(), folder.resolve(SIZES));
  }

  private static void writeGroups(String key, List<ReplayGroup> groups, Path file)
      throws IOException {
    try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      csv.writeRecord(
          key, "jobs", "meanWait", "meanFlow", "meanBoundedSlowdown", "processorSeconds");
      for (var group : groups) {
        csv.writeRecord(
            Integer.toString(group.key()),
            Integer.toString(group.jobs()),
            Double.toString(group.meanWait()),
            Double.toString(group.meanFlow()),
            Double.toString(group.meanBoundedSlowdown()),
            Double.toString(group.processorSeconds()));
      }
    }
  }

  /**
   * Writes {@link #LOG}: the jobs that started, in the order of their ids; what the replay does not
   * know is -1, as the format has it.
   *
   * @param origin what the log came from, for its header
   */
  public static void writeLog(Schedule schedule, String origin, Path folder) throws IOException {
    try (Writer swf = Files.newBufferedWriter(folder.resolve(LOG))) {
      swf.write("; Version: 2.2\n");
      swf.write("; Note: waits of a replay of %s\n".formatted(origin));
      swf.write("; MaxProcs: %d\n".formatted(schedule.processors()));
      for (int i = 0; i < schedule.jobs().size(); i++) {
        if (schedule.hasStarted(i)) {
          swf.write(line(schedule, i));
        }
      }
    }
  }

  private static String line(Schedule schedule, int i) {
    var job = schedule.jobs().get(i);
    int status = job.stopped() ? 0 : 1;
    return "%d %s %s %s %d -1 -1 %d %s -1 %d %d -1 -1 -1 -1 -1 -1\n"
        .formatted(
            job.id(),
            ofThousandths(job.submitTick()),
            ofThousandths(schedule.startTicks()[i] - job.submitTick()),
            ofThousandths(job.runTicks()),
            job.processors(),
            job.processors(),
            ofThousandths(job.estimateTicks()),
            status,
            job.user());
  }
}
