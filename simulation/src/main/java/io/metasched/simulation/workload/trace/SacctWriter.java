package io.metasched.simulation.workload.trace;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writer of a log in the format of {@code sacct --parsable2}, so that {@link SacctReader} reads
 * equal jobs. Times are Unix times; comments contain the processors and time 0. The state of a job
 * is empty, because a trace does not contain it.
 */
public final class SacctWriter {
  private static final String NAMES =
      "JobID|User|Account|Submit|Start|End|ElapsedRaw|NCPUS|Timelimit|State\n";
  private static final String UNKNOWN = "Unknown";

  private SacctWriter() {}

  /** Writes the jobs; the caller closes the text. */
  public static void write(Trace trace, Writer text) throws IOException {
    text.append("# UnixStartTime: 0\n# MaxProcs: %d\n".formatted(trace.processors()));
    text.append(NAMES);
    for (var job : trace.jobs()) {
      var named = trace.users().get(job.user());
      var user = job.user() < 0 ? "" : named == null ? "" + job.user() : cell(named.name());
      boolean hasWait = job.waitTicks() >= 0;
      long start = job.submitTicks() + job.waitTicks();
      text.append(
          "%d|%s|%s|%s|%s|%s|%s|%d|%s|\n"
              .formatted(
                  job.id(),
                  user,
                  named == null ? "" : cell(named.organization()),
                  ofThousandths(job.submitTicks()),
                  hasWait ? ofThousandths(start) : UNKNOWN,
                  hasWait ? ofThousandths(start + job.loggedRunTicks()) : UNKNOWN,
                  ofThousandths(job.loggedRunTicks()),
                  job.processors(),
                  SacctText.duration(job.estimateTicks())));
    }
  }

  /** Returns a note with the number of jobs that wait for others; dependencies are not written. */
  public static List<String> notes(Stream<Precedence> precedences) {
    long lost = precedences.filter(each -> !each.isNone()).count();
    return lost == 0
        ? List.of()
        : List.of(
            "dependencies: %d jobs have preceding jobs, and are written without them"
                .formatted(lost));
  }

  private static String cell(String name) {
    return name.replace('|', ' ');
  }
}
