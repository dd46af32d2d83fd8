package io.metasched.simulation.system.broker.rows;

import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.metascheduler.broker.NegotiationCommand;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** Conversion of a message into its rows: one for each task, in the order of the message. */
public final class AnswerRows {
  private static final int NONE = -1;

  private AnswerRows() {}

  /** Returns the rows of a message that does not reach its agent. */
  public static List<AnswerRow> undelivered(int message, NegotiationCommand command) {
    return asked(command).stream()
        .map(each -> AnswerRow.of(message, each.task(), Result.UNDELIVERED, version(each)))
        .toList();
  }

  /** Returns the rows of a message that was answered. */
  public static List<AnswerRow> of(int message, NegotiationCommand command, BrokerInput answer) {
    var rows = new TreeMap<Long, AnswerRow>();
    var refused = List.<RefusedTask>of();
    if (answer instanceof BrokerInput.Offered offered) {
      for (var o : offered.answer().offers()) {
        rows.put(
            o.task(), AnswerRow.on(message, o.task(), Result.OFFERED, o.node(), o.load(), NONE));
      }
      refused = offered.answer().refused();
    } else if (answer instanceof BrokerInput.Held held) {
      for (var h : held.answer().held()) {
        int version = Math.toIntExact(h.version());
        rows.put(
            h.task(), AnswerRow.on(message, h.task(), Result.HELD, h.node(), h.load(), version));
      }
      refused = held.answer().refused();
    } else if (answer instanceof BrokerInput.Committed committed) {
      refused = committed.answer().refused();
    } else if (answer instanceof BrokerInput.Cancelled cancelled) {
      refused =
          cancelled.refusal().stream()
              .map(reason -> new RefusedTask(cancelled.task(), reason))
              .toList();
    }
    var versions = new TreeMap<Long, Integer>();
    asked(command).forEach(each -> versions.put(each.task(), version(each)));
    for (var each : refused) {
      int version = Objects.requireNonNull(versions.get(each.task()));
      rows.put(each.task(), AnswerRow.refused(message, each.task(), each.reason(), version));
    }
    var ordered = new ArrayList<AnswerRow>();
    for (var each : asked(command)) {
      var row = rows.get(each.task());
      ordered.add(
          row == null ? AnswerRow.of(message, each.task(), done(command), version(each)) : row);
    }
    return ordered;
  }

  private static Result done(NegotiationCommand command) {
    if (command instanceof NegotiationCommand.Commit) {
      return Result.COMMITTED;
    } else if (command instanceof NegotiationCommand.Release) {
      return Result.RELEASED;
    } else if (command instanceof NegotiationCommand.Cancel) {
      return Result.CANCELLED;
    }
    throw new IllegalStateException("an agent answers for each task of " + command);
  }

  /**
   * Returns the tasks and versions of a command; the version is {@value #NONE} if there is none.
   */
  private static List<TaskVersion> asked(NegotiationCommand command) {
    if (command instanceof NegotiationCommand.Offer c) {
      return c.tasks().stream().map(Task::id).map(AnswerRows::unversioned).toList();
    } else if (command instanceof NegotiationCommand.Hold c) {
      return c.tasks().stream().map(AnswerRows::unversioned).toList();
    } else if (command instanceof NegotiationCommand.Commit c) {
      return c.holds();
    } else if (command instanceof NegotiationCommand.Release c) {
      return c.holds();
    }
    return List.of(unversioned(((NegotiationCommand.Cancel) command).task()));
  }

  private static TaskVersion unversioned(long task) {
    return new TaskVersion(task, NONE);
  }

  private static int version(TaskVersion named) {
    return Math.toIntExact(named.version());
  }
}
