package io.metasched.service.api;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.Dependency.Outcome;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.WorkflowSpec;
import io.metasched.service.plan.WorkflowCommands.Task;
import io.metasched.service.plan.WorkflowCommands.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Workflow in a request.
 *
 * @param account paying account; empty for the only account of the caller
 * @param budget highest sum of the costs of all jobs
 * @param deadline latest end of all jobs
 * @param policy name of the policy that plans the workflow
 * @param offer id of the offer that the workflow accepts
 */
public record WorkflowRequest(
    String name,
    Optional<String> account,
    Optional<Amount> budget,
    Optional<Instant> deadline,
    String policy,
    List<TaskRequest> jobs,
    Optional<String> offer) {
  private static final int MOST_EDGES = 20_000;

  /**
   * Job of a workflow.
   *
   * @param task name of the job in the workflow
   * @param after names of jobs that must succeed before this job starts
   * @param afterAny names of jobs that must end before this job starts
   */
  record TaskRequest(String task, List<String> after, List<String> afterAny, JobRequest job) {}

  /**
   * Request whose jobs have been checked.
   *
   * @param inputs contents of the inputs, by their SHA-256
   */
  public record Checked(Wanted wanted, Optional<String> offer, Map<String, byte[]> inputs) {}

  /**
   * Parses a body.
   *
   * @param account account used if the body has none
   * @param granularity unit of window lengths
   * @param check further check of each job, which is called with the pointer of the job
   * @throws Problem with faults
   */
  public static Checked read(
      JsonNode body,
      Optional<String> account,
      Duration granularity,
      BiConsumer<String, JobSpec> check) {
    var request = Requests.read(body, WorkflowRequest.class);
    return new Reader(request, body, request.account.or(() -> account), granularity, check).read();
  }

  private record Reader(
      WorkflowRequest request,
      JsonNode body,
      Optional<String> account,
      Duration granularity,
      BiConsumer<String, JobSpec> check) {
    Checked read() {
      require(account.isPresent(), "/account", "is missing", "an account that you may pay from");
      int edges =
          request.jobs().stream().mapToInt(job -> job.after().size() + job.afterAny().size()).sum();
      require(
          edges <= MOST_EDGES,
          "/jobs",
          "have %,d names in after and afterAny".formatted(edges),
          "%,d names in total".formatted(MOST_EDGES));
      var named = new TreeMap<String, Task>();
      var inputs = new TreeMap<String, byte[]>();
      var inRequest = new ArrayList<Task>();
      for (var each : request.jobs()) {
        var pointer = "/jobs/" + inRequest.size();
        var job = each.job();
        require(!named.containsKey(each.task()), pointer + "/task", "is repeated", "another name");
        requireAbsent(job.after().isEmpty(), pointer + "/job/after", "after of the task");
        requireAbsent(job.array().isEmpty(), pointer + "/job/array", "a task for each job");
        requireAbsent(job.offer().isEmpty(), pointer + "/job/offer", "offer of the workflow");
        require(
            job.account().filter(own -> !own.equals(account.get())).isEmpty(),
            pointer + "/job/account",
            "is not the account of the workflow",
            account.get());
        var read = new JobReader(pointer + "/job", body, account, granularity).read(job);
        check.accept(pointer + "/job", read.spec());
        inputs.putAll(read.inputs());
        var after = new TreeMap<String, Outcome>();
        each.afterAny().forEach(name -> after.put(name, Outcome.ANY));
        each.after().forEach(name -> after.put(name, Outcome.OK));
        var task = new Task(each.task(), read.spec(), after);
        named.put(task.name(), task);
        inRequest.add(task);
      }
      requireKnown(named.keySet());
      var spec =
          new WorkflowSpec(
              request.name(),
              account.get(),
              request.budget().map(Amount::milli),
              request.deadline(),
              request.policy());
      return new Checked(new Wanted(spec, sorted(inRequest)), request.offer(), inputs);
    }

    private void require(boolean isRight, String pointer, String message, String allowed) {
      BodyFaults.require(isRight, body, pointer, message, allowed);
    }

    private void requireAbsent(boolean isAbsent, String pointer, String instead) {
      require(isAbsent, pointer, "cannot be set for a job of a workflow", instead);
    }

    private void requireKnown(Set<String> names) {
      for (int i = 0; i < request.jobs().size(); i++) {
        var job = request.jobs().get(i);
        for (int k = 0; k < job.after().size(); k++) {
          requireKnown(names, job.after().get(k), "/jobs/%d/after/%d".formatted(i, k));
        }
        for (int k = 0; k < job.afterAny().size(); k++) {
          requireKnown(names, job.afterAny().get(k), "/jobs/%d/afterAny/%d".formatted(i, k));
        }
      }
    }

    private void requireKnown(Set<String> names, String name, String pointer) {
      require(names.contains(name), pointer, "is unknown", "the name of a job of the workflow");
    }

    /** Returns the tasks so that each comes after its predecessors. */
    private List<Task> sorted(List<Task> tasks) {
      var sorted = new ArrayList<Task>();
      var done = new TreeSet<String>();
      var left = new ArrayList<>(tasks);
      while (!left.isEmpty()) {
        var next = left.stream().filter(task -> done.containsAll(task.after().keySet())).toList();
        if (next.isEmpty()) {
          require(false, "/jobs", "wait for each other: " + cycle(left), "jobs without a cycle");
        }
        sorted.addAll(next);
        next.forEach(task -> done.add(task.name()));
        left.removeIf(task -> done.contains(task.name()));
      }
      return sorted;
    }

    /** Returns the first names of a cycle among tasks, each of which waits for one of them. */
    private static String cycle(List<Task> tasks) {
      var waiting = new TreeSet<String>();
      tasks.forEach(task -> waiting.add(task.name()));
      var before = new TreeMap<String, String>(); // a task that a task waits for
      for (var task : tasks) {
        task.after().keySet().stream()
            .filter(waiting::contains)
            .findFirst()
            .ifPresent(name -> before.put(task.name(), name));
      }
      var path = new ArrayList<String>();
      var passed = new TreeSet<String>();
      var at = tasks.get(0).name();
      while (passed.add(at)) {
        path.add(at);
        at = Objects.requireNonNull(before.get(at));
      }
      return path.stream().skip(path.indexOf(at)).limit(10).collect(joining(", "));
    }
  }
}
