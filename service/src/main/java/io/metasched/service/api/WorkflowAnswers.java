package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Dependency.Outcome;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Money;
import io.metasched.service.book.WorkflowRecord;
import io.metasched.service.plan.WorkflowCommands.Task;
import io.metasched.service.plan.WorkflowOffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Answers about whole workflows. */
public final class WorkflowAnswers {
  private WorkflowAnswers() {}

  /** Returns a workflow in a list. */
  public static ObjectNode summary(WorkflowRecord workflow) {
    var spec = workflow.spec();
    var json = Answers.object();
    json.put("id", workflow.id());
    json.put("version", workflow.jobs().version());
    json.put("name", spec.name());
    json.put("account", spec.account());
    json.put("user", workflow.submitted().user());
    json.put("state", workflow.jobs().state().label());
    json.put("policy", spec.policy());
    spec.budgetMilli().ifPresent(milli -> json.put("budget", Money.format(milli)));
    spec.deadline().ifPresent(by -> json.put("deadline", Answers.time(by)));
    json.put("cost", Money.format(workflow.jobs().committedMilli()));
    var times = json.putObject("times");
    times.put("submitted", Answers.time(workflow.at()));
    workflow
        .jobs()
        .lastEnd()
        .filter(end -> workflow.jobs().isOver())
        .ifPresent(end -> times.put("ended", Answers.time(end)));
    json.put("size", workflow.ids().size());
    var counts = json.putObject("counts");
    workflow.jobs().counts().forEach((each, count) -> counts.put(each.label(), count));
    return json;
  }

  /**
   * Returns a workflow with its jobs. Jobs on the critical path, which is the longest chain of jobs
   * by the lengths of their windows or, without one, of their work, are marked. Cost: O(jobs +
   * edges).
   */
  public static ObjectNode workflow(BookState state, WorkflowRecord workflow) {
    var json = summary(workflow);
    var jobs = state.jobsOf(workflow);
    ArrayAnswers.group(json, jobs);
    var windows = jobs.stream().flatMap(job -> job.window().stream()).toList();
    windows.stream()
        .mapToLong(Window::start)
        .min()
        .ifPresent(tick -> json.put("start", Answers.time(state.ticks().instant(tick))));
    windows.stream()
        .mapToLong(Window::finish)
        .max()
        .ifPresent(tick -> json.put("finish", Answers.time(state.ticks().instant(tick))));
    var critical = critical(jobs);
    var names = new TreeMap<String, String>();
    var tasks = json.putArray("tasks");
    for (var job : jobs) {
      var name = job.spec().task().orElseThrow().name();
      names.put(job.id(), name);
      var each = tasks.addObject();
      each.put("task", name);
      each.put("job", job.id());
      each.put("name", job.spec().name());
      each.put("state", job.state().label());
      each.set("reason", Answers.reason(job.reason()));
      job.spec()
          .after()
          .forEach(
              on ->
                  each.withArray(on.outcome() == Outcome.ANY ? "afterAny" : "after")
                      .add(names.getOrDefault(on.job(), on.job())));
      each.put("critical", critical.contains(job.id()));
      window(each, state, job);
      job.costMilli().ifPresent(milli -> each.put("cost", Money.format(milli)));
      job.exitStatus().ifPresent(status -> each.put("exit", status));
    }
    return json;
  }

  private static void window(ObjectNode json, BookState state, JobRecord job) {
    job.window()
        .ifPresent(
            window -> {
              json.put("start", Answers.time(state.ticks().instant(window.start())));
              json.put("finish", Answers.time(state.ticks().instant(window.finish())));
              job.nodes().forEach(json.withArray("nodes")::add);
            });
  }

  /** Returns the ids of the jobs on the longest chain. */
  private static Set<String> critical(List<JobRecord> jobs) {
    var lengths = new TreeMap<String, Long>(); // of the longest chain that ends with a job
    var before = new TreeMap<String, String>(); // predecessor in this chain
    var last = Optional.<String>empty();
    for (var job : jobs) {
      long longest = 0;
      for (var on : job.spec().after()) {
        long length = lengths.getOrDefault(on.job(), 0L);
        if (length > longest) {
          longest = length;
          before.put(job.id(), on.job());
        }
      }
      lengths.put(job.id(), longest + length(job));
      var best = last.map(lengths::get).orElse(-1L);
      last = lengths.get(job.id()) > best ? Optional.of(job.id()) : last;
    }
    var chain = new TreeSet<String>();
    for (var id = last; id.isPresent(); id = Optional.ofNullable(before.get(id.get()))) {
      chain.add(id.get());
    }
    return chain;
  }

  /** Returns the length of a job's window, or of its work on the slowest node without a window. */
  private static long length(JobRecord job) {
    return job.window()
        .map(window -> window.finish() - window.start())
        .orElseGet(() -> job.spec().work().lengthTicks(1, 1));
  }

  /** Returns an offer for a workflow. */
  public static ObjectNode offer(BookState state, WorkflowOffer offer) {
    var json = Answers.object();
    json.put("offer", offer.id());
    json.put("goal", offer.goal());
    json.put("start", Answers.time(state.ticks().instant(offer.start())));
    json.put("finish", Answers.time(state.ticks().instant(offer.finish())));
    json.put("cost", Money.format(offer.costMilli()));
    json.put("validUntil", Answers.time(offer.validUntil()));
    var tasks = json.putArray("tasks");
    for (int i = 0; i < offer.tasks().size(); i++) {
      task(tasks.addObject(), state, offer.tasks().get(i), offer, i);
    }
    return json;
  }

  private static void task(
      ObjectNode json, BookState state, Task task, WorkflowOffer offer, int place) {
    var window = offer.windows().get(place);
    json.put("task", task.name());
    json.put("start", Answers.time(state.ticks().instant(window.start())));
    json.put("finish", Answers.time(state.ticks().instant(window.finish())));
    json.put("cost", Money.format(window.costMilli()));
    offer.nodes().get(place).forEach(json.putArray("nodes")::add);
  }
}
