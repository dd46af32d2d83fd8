package io.metasched.simulation.system.replay;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.kernel.Explainer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Explainer of a job: the jobs ahead of it in the queue, its promised start, the jobs that started
 * while it waited, and the jobs that it overtook.
 */
final class ReplayExplainer implements Explainer<ReplayRun> {
  private static final int MOST_NAMED = 10;

  @Override
  public List<String> explain(ReplayRun run, String job) {
    for (int at = 0; at < run.jobs().size(); at++) {
      if (Long.toString(run.jobs().get(at).id()).equals(job)) {
        return lines(run, at);
      }
    }
    return List.of();
  }

  private static List<String> lines(ReplayRun run, int at) {
    var job = run.jobs().get(at);
    var before = run.jobs().subList(0, at);
    var lines = new ArrayList<String>();
    lines.add(
        "%s: job %d of user %d asks for %d processors for up to %s s"
            .formatted(
                run.title().policy(),
                job.id(),
                job.user(),
                job.processors(),
                seconds(job.estimate())));
    var running = before.stream().filter(other -> runsAt(other, job.submit())).toList();
    var waiting =
        before.stream().filter(other -> !other.hasRun() || other.start() > job.submit()).toList();
    line(
        lines,
        job.submit(),
        "submitted; %d jobs run on %d processors, %d wait ahead of it"
            .formatted(
                running.size(),
                running.stream().mapToInt(ReplayRow::processors).sum(),
                waiting.size()));
    if (job.promisedAt() >= 0) {
      line(
          lines,
          job.promisedAt(),
          "promised to start by %s, if all jobs run to their estimates"
              .formatted(seconds(job.promisedStart())));
    }
    if (!job.hasRun()) {
      lines.add("so it was still waiting when the run ended");
      return lines;
    }
    whileWaiting(run, job, lines);
    line(lines, job.start(), started(before, job));
    line(
        lines,
        job.end(),
        "%s after %s s".formatted(job.stopped() ? "stopped" : "ended", seconds(job.runTicks())));
    lines.add(
        "so it waited %s s and its flow time was %s s"
            .formatted(seconds(job.waitTicks()), seconds(job.flowTicks())));
    return lines;
  }

  private static boolean runsAt(ReplayRow row, long tick) {
    return row.hasRun() && row.start() <= tick && row.end() > tick;
  }

  /** Adds the jobs that started between the submission and the start of a job. */
  private static void whileWaiting(ReplayRun run, ReplayRow job, List<String> lines) {
    var ahead = new ArrayList<ReplayRow>();
    var passed = new ArrayList<ReplayRow>();
    boolean isLater = false;
    for (var other : run.jobs()) {
      isLater |= other.equals(job);
      if (other.hasRun()
          && !other.equals(job)
          && other.start() > job.submit()
          && other.start() <= job.start()) {
        (isLater ? passed : ahead).add(other);
      }
    }
    if (!ahead.isEmpty()) {
      lines.add("              of the jobs ahead of it started meanwhile: " + named(ahead));
    }
    if (!passed.isEmpty()) {
      lines.add("              jobs submitted after it that started no later: " + named(passed));
    }
  }

  private static String started(List<ReplayRow> before, ReplayRow job) {
    var passedBy =
        before.stream().filter(other -> !other.hasRun() || other.start() > job.start()).toList();
    var how =
        passedBy.isEmpty()
            ? "started in its turn"
            : "started ahead of jobs that were submitted before it (backfilled): "
                + named(passedBy);
    return job.promisedAt() < 0
        ? how
        : "%s, %s s before its promise".formatted(how, seconds(job.promisedStart() - job.start()));
  }

  private static String named(List<ReplayRow> rows) {
    var names =
        rows.stream()
            .limit(MOST_NAMED)
            .map(row -> Long.toString(row.id()))
            .collect(Collectors.joining(", "));
    int more = rows.size() - MOST_NAMED;
    return more > 0 ? "%s and %d more".formatted(names, more) : names;
  }

  private static void line(List<String> lines, long tick, String what) {
    lines.add("  %12s  %s".formatted(seconds(tick), what));
  }
}
