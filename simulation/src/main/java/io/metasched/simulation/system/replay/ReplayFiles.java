package io.metasched.simulation.system.replay;

import io.metasched.simulation.workload.trace.SwfWriter;
import io.metasched.simulation.workload.trace.TraceJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Export of a replay as a log in Standard Workload Format. */
final class ReplayFiles {
  /** Name of the log with the waits of the replay. */
  static final String LOG = "replay.swf";

  private static final int UNKNOWN_QUEUE = -1;

  private ReplayFiles() {}

  /**
   * Writes {@link #LOG}: the started jobs, in the order of their submission. Fields unknown to the
   * replay are -1, as the format prescribes.
   */
  static void writeLog(ReplayRun run, Path folder) throws IOException {
    try (var text = Files.newBufferedWriter(folder.resolve(LOG))) {
      var swf = new SwfWriter(text);
      swf.header("Version", "2.2");
      swf.header("Note", "waits of a replay of " + run.facts().log());
      swf.header("MaxProcs", run.facts().processors());
      swf.noteLost(run.started().stream().map(ReplayRow::after));
      for (var row : run.started()) {
        swf.job(job(row), row.stopped() ? 0 : 1, UNKNOWN_QUEUE);
      }
    }
  }

  private static TraceJob job(ReplayRow row) {
    return new TraceJob(
        row.id(),
        row.submit(),
        row.runTicks(),
        row.processors(),
        row.estimate(),
        row.user(),
        row.stopped(),
        row.runTicks(),
        row.waitTicks(),
        row.after());
  }
}
