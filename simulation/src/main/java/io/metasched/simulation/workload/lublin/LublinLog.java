package io.metasched.simulation.workload.lublin;

import io.metasched.simulation.workload.trace.SwfWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * Generated job flow as a log in Standard Workload Format.
 *
 * @param program name and version of the program, one line
 * @param setting set of published parameters
 * @param processors processors of the machine
 * @param seed seed of the run
 * @param jobs jobs by arrival
 */
public record LublinLog(
    String program, LublinSetting setting, int processors, long seed, List<GeneratedJob> jobs) {
  private static final int MEANS_NOTHING = -1;

  public LublinLog {
    jobs = List.copyOf(jobs);
  }

  /** Writes header and jobs; the caller closes the text. */
  public void write(Writer text) throws IOException {
    var swf = new SwfWriter(text);
    writeHeader(swf);
    for (var job : jobs) {
      swf.job(job.logged(), MEANS_NOTHING, job.type().queue());
    }
  }

  private void writeHeader(SwfWriter swf) throws IOException {
    swf.header("Version", "2.2");
    swf.header("Computer", "Lublin-Feitelson workload model; no real machine");
    swf.header(
        "Information",
        "U. Lublin and D. Feitelson, Journal of Parallel and Distributed Computing 63(11), 2003");
    swf.header("Conversion", program);
    swf.header("MaxJobs", jobs.size());
    swf.header("MaxRecords", jobs.size());
    swf.header("MaxProcs", processors);
    swf.header("MaxRuntime", jobs.stream().mapToLong(GeneratedJob::runSeconds).max().orElse(0));
    swf.header("Note", "parameters %s, seed %d".formatted(setting.words(), seed));
    for (var laws : setting.laws(processors)) {
      var type = laws.type();
      if (type.queue() >= 0) {
        swf.header("Queue", "%d %s".formatted(type.queue(), type.words()));
      }
      swf.header("Note", "%s: size %s".formatted(type.words(), laws.sizes()));
      swf.header("Note", "%s: %s".formatted(type.words(), laws.runTimes()));
      swf.header("Note", "%s: %s".formatted(type.words(), laws.arrivals()));
    }
  }
}
