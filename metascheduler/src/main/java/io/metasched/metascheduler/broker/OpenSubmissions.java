package io.metasched.metascheduler.broker;

import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Commands of users without an answer yet: submissions, until each task has an outcome, and
 * cancellations. Confined to one thread.
 */
public final class OpenSubmissions {
  /**
   * Submission or cancellation.
   *
   * @param id id of the command
   * @param outcomes outcomes so far
   * @param open ids of the tasks without an outcome, ascending
   */
  public record Submission(CommandId id, List<TaskOutcome> outcomes, List<Long> open) {
    public Submission {
      outcomes = List.copyOf(outcomes);
      open = List.copyOf(open);
    }
  }

  private final LinkedHashMap<CommandId, List<TaskOutcome>> outcomes = new LinkedHashMap<>();
  private final TreeMap<CommandId, TreeSet<Long>> open = new TreeMap<>();
  private final TreeMap<Long, CommandId> submissionOf = new TreeMap<>(); // by task
  private final TreeMap<Long, CommandId> cancellationOf = new TreeMap<>(); // by task

  /** Returns the number of open commands. */
  public int size() {
    return outcomes.size();
  }

  /** Returns whether a command has no answer yet. */
  public boolean has(CommandId id) {
    return outcomes.containsKey(id);
  }

  /** Returns whether there is an open cancellation of a task. */
  public boolean isCancelling(long task) {
    return cancellationOf.containsKey(task);
  }

  /** Opens a submission of tasks, some of which are refused. */
  public void submitted(CommandId id, Collection<Task> tasks, Collection<RefusedTask> refused) {
    var first = refused.stream().map(OpenSubmissions::unplaced).toList();
    add(new Submission(id, first, tasks.stream().map(Task::id).toList()));
  }

  private static TaskOutcome unplaced(RefusedTask refused) {
    return new TaskOutcome.Unplaced(refused.task(), refused.reason());
  }

  private void add(Submission submission) {
    outcomes.put(submission.id(), new ArrayList<>(submission.outcomes()));
    open.put(submission.id(), new TreeSet<>(submission.open()));
    submission.open().forEach(task -> submissionOf.put(task, submission.id()));
  }

  /** Opens a cancellation of a task. */
  public void cancelling(CommandId id, long task) {
    outcomes.put(id, new ArrayList<>());
    cancellationOf.put(task, id);
  }

  /**
   * Closes a command if all of its tasks have outcomes, and returns the outcomes; empty if a task
   * has none.
   */
  public Optional<List<TaskOutcome>> conclude(CommandId id) {
    var remaining = open.get(id);
    if (remaining != null && !remaining.isEmpty()) {
      return Optional.empty();
    }
    open.remove(id);
    return Optional.ofNullable(outcomes.remove(id));
  }

  /**
   * Records the outcome of a task.
   *
   * @return the commands to which the task belongs
   */
  public List<CommandId> reached(TaskOutcome outcome) {
    var touched = new ArrayList<CommandId>();
    boolean isEnd = true;
    if (outcome instanceof TaskOutcome.Cancelled cancelled) {
      isEnd = cancelled.refusal().isEmpty();
      note(cancellationOf.remove(outcome.task()), outcome, touched);
    }
    var submission = isEnd ? submissionOf.remove(outcome.task()) : null;
    if (submission != null) {
      Optional.ofNullable(open.get(submission)).ifPresent(left -> left.remove(outcome.task()));
      note(submission, outcome, touched);
    }
    return touched;
  }

  private void note(@Nullable CommandId id, TaskOutcome outcome, List<CommandId> touched) {
    if (id != null) {
      Optional.ofNullable(outcomes.get(id)).ifPresent(all -> all.add(outcome));
      touched.add(id);
    }
  }

  /**
   * Returns the submissions, oldest first, without cancellations, which can be derived from the
   * tasks.
   */
  public List<Submission> submissions() {
    var all = new ArrayList<Submission>();
    outcomes.forEach(
        (id, known) -> {
          var left = open.get(id);
          if (left != null) {
            all.add(new Submission(id, known, List.copyOf(left)));
          }
        });
    return all;
  }

  public void restore(Collection<Submission> submissions) {
    submissions.forEach(this::add);
  }
}
