package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Check that jobs change states according to the diagram, in the history and in the answers to
 * clients, and get windows only after the jobs that they depend on, and within the limits of their
 * arrays.
 */
final class StatesCheck {
  private final Evidence evidence;
  private final Findings findings;
  private final TreeMap<String, String> states = new TreeMap<>();
  private final TreeMap<String, JsonNode> dependencies = new TreeMap<>(); // by job
  private final TreeMap<String, JsonNode> arrays = new TreeMap<>(); // submissions

  StatesCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
  }

  void check() {
    for (var line : evidence.steps()) {
      var event = Evidence.event(line);
      if (Evidence.kind(line).equals("job-submitted")) {
        if (!event.path("spec").has("task")) { // whose jobs have windows ahead
          dependencies.put(event.path("id").asText(), event.at("/spec/after"));
        }
      } else if (Evidence.kind(line).equals("array-submitted")) {
        arrays.put(event.path("id").asText(), event);
      }
      next(line).ifPresent(state -> move(line, state));
    }
    for (var job : evidence.jobs().entrySet()) {
      var shown = state(job.getValue());
      var known = states.getOrDefault(job.getKey(), "");
      require(
          shown.equals(known),
          "job %s is shown as %s, but is %s in the history",
          job.getKey(),
          shown,
          known);
      findings.require(
          after(shown).isEmpty(),
          Invariant.COMES_TO_REST,
          "job %s is still %s",
          job.getKey(),
          shown);
    }
    for (var id : states.keySet()) {
      require(evidence.jobs().containsKey(id), "job %s is in the history only", id);
    }
    checkArrays();
    checkShown();
  }

  /** Checks that each array is shown, with its elements by state. */
  private void checkArrays() {
    require(
        evidence.arrays().keySet().equals(arrays.keySet()),
        "the arrays %s are shown, but %s are in the history",
        evidence.arrays().keySet(),
        arrays.keySet());
    arrays.forEach(
        (id, event) -> {
          var counts = new TreeMap<String, Integer>();
          for (int index : Evidence.indices(event)) {
            counts.merge(states.getOrDefault(id + "_" + index, ""), 1, Integer::sum);
          }
          var shown = new TreeMap<String, Integer>();
          evidence
              .arrays()
              .getOrDefault(id, MissingNode.getInstance())
              .at("/array/counts")
              .properties()
              .forEach(each -> shown.put(each.getKey(), each.getValue().asInt()));
          require(shown.equals(counts), "array %s shows %s, but has %s", id, shown, counts);
        });
  }

  /** Returns the possible next states according to the diagram; none after final states. */
  private static List<String> after(String state) {
    return switch (state) {
      case "" -> List.of("waiting");
      case "waiting" -> List.of("placed", "booked", "refused", "withdrawn");
      case "placed" -> List.of("waiting", "booked", "withdrawn");
      case "booked" -> List.of("starting", "waiting", "withdrawn", "failed");
      case "starting" -> List.of("running", "waiting", "failed", "withdrawn", "lost", "overran");
      case "running" -> List.of("finished", "failed", "overran", "withdrawn", "lost", "waiting");
      default -> List.of();
    };
  }

  private void require(boolean holds, String otherwise, Object... words) {
    findings.require(holds, Invariant.STATES, otherwise, words);
  }

  private static String state(JsonNode job) {
    return job.path("state").asText();
  }

  /** Returns the state to which an event changes a job, if it does. */
  private Optional<String> next(JsonNode line) {
    var event = Evidence.event(line);
    return switch (Evidence.kind(line)) {
      case "job-submitted", "job-requeued" -> Optional.of("waiting");
      case "job-booked" -> Optional.of(event.path("unconfirmed").asBoolean() ? "placed" : "booked");
      case "job-confirmed" -> Optional.of("booked");
      case "job-refused" -> Optional.of("refused");
      case "job-starting" -> Optional.of("starting");
      case "part-started" ->
          Optional.of("running").filter(to -> !to.equals(states.get(event.path("id").asText())));
      case "job-ended" ->
          Optional.of(event.path("state").asText().toLowerCase(java.util.Locale.ROOT));
      default -> Optional.empty();
    };
  }

  private void move(JsonNode line, String next) {
    var id = Evidence.event(line).path("id").asText();
    var before = states.getOrDefault(id, "");
    require(
        after(before).contains(next),
        "event %d brings job %s from %s to %s",
        line.path("seq").asLong(),
        id,
        before.isEmpty() ? "nothing" : before,
        next);
    states.put(id, next);
    if (before.equals("waiting") && (next.equals("placed") || next.equals("booked"))) {
      for (var each : dependencies.getOrDefault(id, MissingNode.getInstance())) {
        var other = each.path("job").asText();
        var known = states(other);
        require(
            isReached(each.path("outcome").asText(), known),
            "job %s is booked while job %s, on which it depends, is %s",
            id,
            other,
            String.join(", ", known));
      }
    }
    requireLimit(id);
  }

  /** Returns the states of a job, or of the elements of an array. */
  private Set<String> states(String id) {
    var known = new TreeSet<String>();
    var array = arrays.get(id);
    if (array == null) {
      known.add(states.getOrDefault(id, "unknown"));
    } else {
      Evidence.indices(array).forEach(index -> known.addAll(states(id + "_" + index)));
    }
    return known;
  }

  /** Checks that no more elements of a job's array have a window than the array allows. */
  private void requireLimit(String id) {
    var array = arrays.get(id.replaceFirst("_.*", ""));
    if (array == null || !array.path("array").has("most")) {
      return;
    }
    int most = array.at("/array/most").asInt();
    var own = array.path("id").asText();
    long active =
        Evidence.indices(array).stream()
            .map(index -> states.getOrDefault(own + "_" + index, ""))
            .filter(state -> !List.of("", "waiting").contains(state) && !after(state).isEmpty())
            .count();
    require(active <= most, "%d jobs of array %s have a window, allowed are %d", active, own, most);
  }

  /** Returns whether jobs in some states have reached the outcome that another job waits for. */
  private static boolean isReached(String outcome, Set<String> states) {
    return outcome.equals("FAILED")
        ? states.stream().allMatch(state -> isReached("ANY", state))
            && states.stream().anyMatch(state -> isReached(outcome, state))
        : states.stream().allMatch(state -> isReached(outcome, state));
  }

  private static boolean isReached(String outcome, String state) {
    boolean isOver = !state.equals("unknown") && after(state).isEmpty();
    return switch (outcome) {
      case "STARTED" -> isOver || state.equals("running");
      case "OK" -> state.equals("finished");
      case "FAILED" -> isOver && !state.equals("finished");
      default -> isOver;
    };
  }

  /** Checks that each client is shown increasing versions and a possible sequence of states. */
  private void checkShown() {
    var shown = new TreeMap<String, JsonNode>();
    for (var call : evidence.calls()) {
      var job = call.answer();
      if (call.isAcknowledged() && job.has("id") && job.has("version") && job.has("attempt")) {
        var key = call.client() + " " + job.path("id").asText();
        var before = shown.put(key, job);
        if (before != null) {
          follow(call, before, job);
        }
      }
    }
  }

  private void follow(RecordedCall call, JsonNode before, JsonNode job) {
    long from = before.path("version").asLong();
    long to = job.path("version").asLong();
    require(to >= from, "%s shows version %d after version %d", call, to, from);
    boolean canFollow =
        to == from
            ? state(job).equals(state(before))
            : state(job).equals(state(before)) || isReachable(state(before), state(job));
    require(canFollow, "%s shows %s after %s", call, state(job), state(before));
  }

  private static boolean isReachable(String from, String to) {
    var reached = new TreeSet<String>();
    var open = new java.util.ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      for (var next : after(open.remove())) {
        if (reached.add(next)) {
          open.add(next);
        }
      }
    }
    return reached.contains(to);
  }
}
