package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Check of the history of workflows: windows in the order of the edges, starts only after the ends
 * of predecessors, and money within the budget of the whole.
 */
final class WorkflowsCheck {
  private static final long NONE = -1;

  private final Evidence evidence;
  private final Findings findings;
  private final Map<String, Long> budgets = new TreeMap<>(); // by workflow
  private final Map<String, Task> tasks = new TreeMap<>(); // by job

  /** Job of a workflow. */
  private static final class Task {
    private final String workflow;
    private final JsonNode after;
    private String end = "";
    private long start = NONE;
    private long finish = NONE;
    private long milli;

    Task(JsonNode spec) {
      workflow = spec.at("/task/workflow").asText();
      after = spec.path("after");
    }

    void take(JsonNode window) {
      start = Long.MAX_VALUE;
      finish = 0;
      milli = 0;
      for (var part : window.path("parts")) {
        start = Math.min(start, part.at("/span/start").asLong());
        finish = Math.max(finish, part.at("/span/end").asLong());
        milli += part.path("costMilli").asLong();
      }
    }

    void lose() {
      start = NONE;
      finish = NONE;
      milli = 0;
    }

    boolean hasEndedAs(String outcome) {
      return outcome.equals("ANY") ? !end.isEmpty() : end.equals("FINISHED");
    }
  }

  WorkflowsCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
  }

  void check() {
    for (var line : evidence.events()) {
      var event = Evidence.event(line);
      var id = event.path("id").asText();
      var kind = Evidence.kind(line);
      if (kind.equals("workflow-submitted")) {
        budgets.put(id, event.at("/workflow/budgetMilli").asLong(Long.MAX_VALUE));
      } else if (kind.equals("job-submitted") && event.at("/spec").has("task")) {
        tasks.put(id, new Task(event.path("spec")));
      } else {
        Optional.ofNullable(tasks.get(id)).ifPresent(task -> happen(kind, id, task, event));
      }
    }
  }

  private void happen(String kind, String id, Task task, JsonNode event) {
    switch (kind) {
      case "job-booked", "job-moved" -> {
        task.take(event.path("window"));
        checkOrder(id, task, kind.equals("job-moved"));
        checkMoney(task.workflow);
      }
      case "job-starting" -> checkStart(id, task);
      case "job-requeued" -> task.lose();
      case "job-refused" -> task.end = "REFUSED";
      case "job-ended" -> {
        task.end = event.path("state").asText();
        task.milli = 0;
        event.path("chargedMilli").forEach(part -> task.milli += part.asLong());
        checkMoney(task.workflow);
      }
      default -> {}
    }
  }

  private void require(boolean holds, String otherwise, Object... words) {
    findings.require(holds, Invariant.WORKFLOWS, otherwise, words);
  }

  /**
   * Checks that a window follows those of predecessors. A move that sites confirm late may come
   * after a predecessor has lost its window.
   */
  private void checkOrder(String id, Task task, boolean isMove) {
    for (var on : task.after) {
      var before = before(on);
      boolean isAhead =
          before.finish == NONE ? isMove : before.end.isEmpty() && before.finish <= task.start;
      require(
          isAhead || before.hasEndedAs(on.path("outcome").asText()),
          "job %s has a window before the end of job %s, which it follows",
          id,
          on.path("job").asText());
    }
  }

  /** Returns the job of a dependency; a job without an end if it was not submitted before. */
  private Task before(JsonNode on) {
    return tasks.getOrDefault(on.path("job").asText(), new Task(MissingNode.getInstance()));
  }

  private void checkStart(String id, Task task) {
    for (var on : task.after) {
      require(
          before(on).hasEndedAs(on.path("outcome").asText()),
          "job %s started before the end of job %s, which it follows",
          id,
          on.path("job").asText());
    }
  }

  private void checkMoney(String workflow) {
    long sum =
        tasks.values().stream()
            .filter(task -> task.workflow.equals(workflow))
            .mapToLong(task -> task.milli)
            .sum();
    long budget = budgets.getOrDefault(workflow, 0L);
    require(sum <= budget, "workflow %s takes %d, allowed are %d", workflow, sum, budget);
  }
}
