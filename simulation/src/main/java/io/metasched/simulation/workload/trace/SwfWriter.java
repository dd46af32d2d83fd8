package io.metasched.simulation.workload.trace;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writer of a log in the Standard Workload Format that {@link SwfReader} restores: first header
 * lines, then jobs in the order of their submission. Unknown values of a job are -1. Jobs with
 * several preceding jobs, or with job 0, are written without preceding jobs, because the format has
 * room for one.
 */
public record SwfWriter(Writer text) {
  private static final int UNKNOWN = -1;

  /** Writes a log; names of users are written as comments. */
  public static void write(Trace trace, Writer text) throws IOException {
    var swf = new SwfWriter(text);
    swf.header("Version", "2.2");
    swf.header("Note", "jobs of " + trace.name());
    swf.header("MaxProcs", trace.processors());
    swf.noteLost(trace.jobs().stream().map(TraceJob::precedence));
    for (var user : trace.users().entrySet()) {
      var named = user.getValue();
      var words = "user %d is %s %s".formatted(user.getKey(), named.name(), named.organization());
      text.append("; ").append(words.strip()).append('\n');
    }
    for (var job : trace.jobs()) {
      swf.job(job, UNKNOWN, UNKNOWN);
    }
  }

  /** Writes a header line; the value must be one line. */
  public void header(String key, Object value) throws IOException {
    text.append("; ").append(key).append(": ").append(value.toString()).append('\n');
  }

  /**
   * Returns a note with the number of jobs whose preceding jobs are not written; empty if there are
   * none.
   */
  public static List<String> notes(Stream<Precedence> precedences) {
    long lost = precedences.filter(each -> !each.isNone() && !isWritten(each)).count();
    return lost == 0
        ? List.of()
        : List.of(
            ("dependencies: %d jobs have several preceding jobs, or job 0, and are written without"
                    + " them")
                .formatted(lost));
  }

  /** Writes, as a header line, the note on preceding jobs that are not written. */
  public void noteLost(Stream<Precedence> precedences) throws IOException {
    for (var note : notes(precedences)) {
      header("Note", note);
    }
  }

  /**
   * Writes a job.
   *
   * @param status status in the format: 1 for a completed job, 0 for a failed one, -1 if it has no
   *     meaning
   * @param queue number of the queue, -1 if unknown
   */
  public void job(TraceJob job, int status, int queue) throws IOException {
    var wait = job.waitTicks() < 0 ? "-1" : ofThousandths(job.waitTicks());
    text.append(
        "%d %s %s %s %d -1 -1 %d %s -1 %d %d -1 -1 %d -1 %s\n"
            .formatted(
                job.id(),
                ofThousandths(job.submitTicks()),
                wait,
                ofThousandths(job.loggedRunTicks()),
                job.processors(),
                job.processors(),
                ofThousandths(job.estimateTicks()),
                status,
                job.user(),
                queue,
                preceding(job.precedence())));
  }

  private static boolean isWritten(Precedence precedence) {
    return precedence.jobs().size() == 1 && precedence.jobs().get(0) > 0;
  }

  /** Returns fields 17 and 18. */
  private static String preceding(Precedence precedence) {
    return isWritten(precedence)
        ? precedence.jobs().get(0) + " " + ofThousandths(precedence.thinkTicks())
        : "-1 -1";
  }
}
