package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Check of the files of runs against the booked windows and the shown results. */
final class RunsCheck {
  // an agent kills a supervisor that does not end its run after 2 s, and may be late
  private static final long SLACK_NANOS = 2_500_000_000L;
  // time that the shell takes to start: from the last reading of the clock to the first line of a
  // run
  private static final long FIRST_LINE_NANOS = 500_000_000;
  private static final long NANOS_OF_MILLI = 1_000_000;

  private final Evidence evidence;
  private final Findings findings;
  private final TreeMap<String, Booked> booked = new TreeMap<>();
  private final TreeMap<String, JsonNode> ended = new TreeMap<>();

  /** Window of a part. */
  private record Booked(String node, long startNanos, long endNanos) {}

  RunsCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
  }

  void check() {
    readHistory();
    evidence.runs().forEach(this::checkRun);
    checkStarts();
    checkNodes();
    checkExits();
  }

  // --- booked windows

  private void readHistory() {
    long origin = 0;
    var attempts = new TreeMap<String, Integer>();
    for (var line : evidence.steps()) {
      var event = Evidence.event(line);
      var id = event.path("id").asText();
      switch (Evidence.kind(line)) {
        case "founded" -> origin = Instant.parse(event.path("origin").asText()).toEpochMilli();
        case "job-submitted" -> attempts.put(id, 1);
        case "job-requeued" -> attempts.merge(id, 1, Integer::sum);
        case "job-booked", "job-moved" -> book(event, attempts.getOrDefault(id, 1), origin);
        case "part-ended" ->
            ended.put(run(id, event.path("attempt").asInt(), event.path("part").asInt()), event);
        default -> {}
      }
    }
  }

  private static String run(String job, int attempt, int part) {
    return "%s.%d.%d".formatted(job, attempt, part);
  }

  private void book(JsonNode event, int attempt, long origin) {
    var parts = event.path("window").path("parts");
    for (int i = 0; i < parts.size(); i++) {
      var span = parts.get(i).path("span");
      booked.put(
          run(event.path("id").asText(), attempt, i),
          new Booked(
              event.path("nodes").path(i).asText(),
              (origin + span.path("start").asLong()) * NANOS_OF_MILLI,
              (origin + span.path("end").asLong()) * NANOS_OF_MILLI));
    }
  }

  // --- runs

  private void checkRun(RunFile run) {
    var starts = run.of("start").size();
    findings.require(
        starts <= 1, Invariant.STARTED_ONCE, "run %s was started %d times", run.id(), starts);
    var window = booked.get(run.id());
    if (window == null) {
      findings.require(
          run.isEmpty(), Invariant.STARTED_ONCE, "run %s ran, but was never booked", run.id());
      return;
    }
    if (run.isEmpty()) {
      return;
    }
    inside(
        run.first() >= window.startNanos() && run.first() < window.endNanos() + FIRST_LINE_NANOS,
        "run %s started %d ms after the start of its window of %d ms",
        run.id(),
        (run.first() - window.startNanos()) / NANOS_OF_MILLI,
        (window.endNanos() - window.startNanos()) / NANOS_OF_MILLI);
    inside(
        run.last() <= window.endNanos() + SLACK_NANOS,
        "run %s continued for %d ms after its window",
        run.id(),
        (run.last() - window.endNanos()) / NANOS_OF_MILLI);
    inside(
        run.node().equals(window.node()),
        "run %s was on %s, but %s is booked",
        run.id(),
        run.node(),
        window.node());
  }

  private void inside(boolean holds, String otherwise, Object... words) {
    findings.require(holds, Invariant.INSIDE_ITS_WINDOW, otherwise, words);
  }

  /**
   * Checks that a started job starts again only if it requests requeueing, and only after the first
   * run has ended.
   */
  private void checkStarts() {
    var before = new TreeMap<String, RunFile>();
    var inOrder = new ArrayList<>(evidence.runs());
    inOrder.removeIf(RunFile::isEmpty);
    inOrder.sort(Comparator.comparing(RunFile::job).thenComparingInt(RunFile::attempt));
    for (var run : inOrder) {
      var other = before.put(run.job(), run);
      if (other == null || other.attempt() == run.attempt()) {
        continue;
      }
      var job = evidence.jobs().get(run.job());
      boolean mayRepeat = job != null && job.path("onNodeLoss").asText().equals("requeue");
      findings.require(
          mayRepeat && other.last() <= run.first(),
          Invariant.STARTED_ONCE,
          "job %s was started as %s and as %s",
          run.job(),
          other.id(),
          run.id());
    }
  }

  private void checkNodes() {
    var byNode = new TreeMap<String, List<RunFile>>();
    for (var run : evidence.runs()) {
      if (!run.isEmpty()) {
        byNode.computeIfAbsent(run.node(), node -> new ArrayList<>()).add(run);
      }
    }
    byNode.forEach(
        (node, runs) -> {
          runs.sort(Comparator.comparingLong(RunFile::first).thenComparing(RunFile::id));
          RunFile latest = null;
          for (var run : runs) {
            if (latest != null) {
              findings.require(
                  latest.last() <= run.first(),
                  Invariant.ONE_ON_A_NODE,
                  "runs %s and %s were on node %s at once, for %d ms",
                  latest.id(),
                  run.id(),
                  node,
                  (latest.last() - run.first()) / NANOS_OF_MILLI);
            }
            latest = latest == null || run.last() > latest.last() ? run : latest;
          }
        });
  }

  // --- exit statuses

  private void checkExits() {
    var files = new TreeMap<String, RunFile>();
    evidence.runs().forEach(run -> files.put(run.id(), run));
    ended.forEach((id, event) -> checkEnd(id, event, files.get(id)));
    evidence.jobs().forEach((id, job) -> checkShown(id, job));
  }

  private void checkEnd(String id, JsonNode event, @org.jspecify.annotations.Nullable RunFile run) {
    int told = event.path("exitStatus").asInt();
    boolean byItself = event.path("cause").asText().equals("EXITED");
    if (run == null || run.status().isEmpty()) {
      exit(!byItself, "run %s ended with %d, but did not finish", id, told);
    } else if (byItself) {
      int status = run.status().getAsInt();
      exit(status == told, "run %s ended with %d, but %d is reported", id, status, told);
    }
  }

  private void exit(boolean holds, String otherwise, Object... words) {
    findings.require(holds, Invariant.EXIT_AS_IT_WAS, otherwise, words);
  }

  private static int greatestExit(JsonNode parts) {
    int greatest = -1;
    for (var part : parts) {
      greatest = Math.max(greatest, part.path("exit").asInt(-1));
    }
    return greatest;
  }

  /** Checks that the last attempt shown by a job equals its recorded events. */
  private void checkShown(String id, JsonNode job) {
    var parts = job.path("window").path("parts");
    for (int i = 0; i < parts.size(); i++) {
      var event = ended.get(run(id, job.path("attempt").asInt(), i));
      var shown = parts.get(i).path("exit");
      exit(
          event == null
              ? shown.isMissingNode()
              : shown.asInt(-1) == event.path("exitStatus").asInt(),
          "part %d of job %s shows exit %s, but %s was reported",
          i,
          id,
          shown,
          event == null ? "none" : event);
    }
    int greatest = greatestExit(parts);
    var whole = job.path("exit").asInt(-1);
    exit(whole == greatest, "job %s shows exit %d, but its parts have %d", id, whole, greatest);
    boolean isDone = job.path("state").asText().equals("finished");
    exit(!isDone || greatest <= 0, "job %s has finished with exit %d", id, greatest);
    for (int i = 0; isDone && i < Math.max(1, parts.size()); i++) {
      var status = parts.path(i).path("state").asText();
      exit(status.equals("ended"), "job %s has finished, but its part %d is %s", id, i, status);
    }
  }
}
