package io.metasched.simulation.system.broker.model;

import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.metascheduler.broker.BrokerReaction;
import io.metasched.metascheduler.broker.NegotiationCommand;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.system.broker.BrokerInstance;
import io.metasched.simulation.system.broker.rows.AgentNodeRow;
import io.metasched.simulation.system.broker.rows.AnswerRow;
import io.metasched.simulation.system.broker.rows.AnswerRows;
import io.metasched.simulation.system.broker.rows.BrokerFacts;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.CancellationRow;
import io.metasched.simulation.system.broker.rows.LinkRow;
import io.metasched.simulation.system.broker.rows.LinkRow.Change;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.MessageRow.Kind;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow.Ending;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Recorder of the events of a run as rows. Makes no decisions. Confined to one thread. */
final class RunRecorder {
  /** Broker number of events that concern no broker. */
  static final int NOBODY = -1;

  private static final int NONE = -1;

  private record Submission(Task task, int broker, NumberedStep at) {}

  private record Decision(Outcome outcome, Optional<TaskRefusal> reason, NumberedStep at) {}

  private record Hold(int agent, long version) implements Comparable<Hold> {
    @Override
    public int compareTo(Hold other) {
      int byAgent = Integer.compare(agent, other.agent);
      return byAgent != 0 ? byAgent : Long.compare(version, other.version);
    }
  }

  private final BrokerInstance instance;
  private final List<Submission> submissions = new ArrayList<>();
  private final TreeMap<Long, Decision> decisions = new TreeMap<>(); // by task
  private final List<MessageRow> messages = new ArrayList<>();
  private final List<List<AnswerRow>> answers = new ArrayList<>(); // by message
  private final TreeMap<Hold, Integer> roundOf = new TreeMap<>();
  private final List<TaskPlacementRow> placements = new ArrayList<>();
  private final TreeMap<Long, Integer> placementOf = new TreeMap<>(); // by task in a schedule
  private final List<CancellationRow> cancellations = new ArrayList<>();
  private final TreeMap<Long, Integer> cancellationOf = new TreeMap<>(); // by task, if open
  private final List<LinkRow> links = new ArrayList<>();

  RunRecorder(BrokerInstance instance) {
    this.instance = instance;
  }

  /** Returns the number of tasks that have an outcome. */
  int decided() {
    return decisions.size();
  }

  /** Records the arrival of tasks at a broker. */
  void submitted(NumberedStep at, TaskBatch batch) {
    batch.tasks().forEach(task -> submissions.add(new Submission(task, batch.broker(), at)));
  }

  /** Records a user's request to cancel a task. */
  void asked(NumberedStep at, PlannedCancellation wish) {
    cancellationOf.put(wish.task(), cancellations.size());
    cancellations.add(
        new CancellationRow(
            wish.task(),
            wish.user(),
            wish.broker(),
            at.tick(),
            at.number(),
            NONE,
            NONE,
            Optional.empty()));
  }

  /** Records the loss or return of an agent, or a broker's notice of it. */
  void change(NumberedStep at, int broker, Change change) {
    links.add(new LinkRow(at.number(), at.tick(), at.step().agent(), broker, change));
  }

  /** Records a message of a broker. */
  void sent(NumberedStep at, int broker, NegotiationCommand command) {
    messages.add(
        new MessageRow(
            messages.size() + 1,
            broker,
            command.agent(),
            kind(command),
            Math.toIntExact(round(command)),
            at.tick(),
            at.number(),
            NONE,
            NONE,
            NONE,
            NONE));
    answers.add(List.of());
  }

  private static Kind kind(NegotiationCommand command) {
    if (command instanceof NegotiationCommand.Offer) {
      return Kind.OFFER;
    } else if (command instanceof NegotiationCommand.Hold) {
      return Kind.HOLD;
    } else if (command instanceof NegotiationCommand.Commit) {
      return Kind.COMMIT;
    }
    return command instanceof NegotiationCommand.Release ? Kind.RELEASE : Kind.CANCEL;
  }

  private static long round(NegotiationCommand command) {
    if (command instanceof NegotiationCommand.Offer c) {
      return c.round();
    } else if (command instanceof NegotiationCommand.Hold c) {
      return c.round();
    }
    return command instanceof NegotiationCommand.Commit c ? c.round() : 0;
  }

  /** Records that a message did not reach its agent. */
  void undelivered(int message, NegotiationCommand command) {
    answers.set(message, AnswerRows.undelivered(message + 1, command));
  }

  /** Records the arrival of a message at its agent, with the answer. */
  void delivered(NumberedStep at, NegotiationCommand command, BrokerInput answer) {
    int message = at.step().at();
    messages.set(message, messages.get(message).deliveredAt(at.tick(), at.number()));
    answers.set(message, AnswerRows.of(message + 1, command, answer));
    if (answer instanceof BrokerInput.Held held) {
      int round = Math.toIntExact(held.round());
      held.answer()
          .held()
          .forEach(each -> roundOf.put(new Hold(held.agent(), each.version()), round));
    }
  }

  /** Records the arrival of an answer at its broker. */
  void received(NumberedStep at) {
    int message = at.step().at();
    messages.set(message, messages.get(message).answeredAt(at.tick(), at.number()));
  }

  /** Records the reaction of a broker. */
  void reacted(NumberedStep at, BrokerReaction reaction) {
    for (long task : reaction.unplaced()) {
      end(at, task, Ending.LOST);
      decisions.remove(task);
    }
    reaction.outcomes().forEach(outcome -> decide(at, outcome));
  }

  private void end(NumberedStep at, long task, Ending why) {
    var index = placementOf.remove(task);
    if (index != null) {
      placements.set(index, placements.get(index).endedAt(at.tick(), at.number(), why));
    }
  }

  private void decide(NumberedStep at, TaskOutcome outcome) {
    if (outcome instanceof TaskOutcome.Placed placed) {
      var line = placed.placement();
      placementOf.put(outcome.task(), placements.size());
      placements.add(
          new TaskPlacementRow(
              outcome.task(),
              at.step().broker(),
              Objects.requireNonNull(roundOf.get(new Hold(line.agent(), line.version()))),
              line.agent(),
              line.node(),
              line.load(),
              Math.toIntExact(line.version()),
              at.tick(),
              at.number(),
              NONE,
              NONE,
              Ending.KEPT));
      decisions.put(outcome.task(), new Decision(Outcome.PLACED, Optional.empty(), at));
    } else if (outcome instanceof TaskOutcome.Unplaced unplaced) {
      decisions.put(
          outcome.task(), new Decision(Outcome.UNPLACED, Optional.of(unplaced.reason()), at));
    } else if (outcome instanceof TaskOutcome.Cancelled cancelled) {
      conclude(at, cancelled);
    }
  }

  private void conclude(NumberedStep at, TaskOutcome.Cancelled cancelled) {
    int index = Objects.requireNonNull(cancellationOf.remove(cancelled.task()));
    var asked = cancellations.get(index);
    cancellations.set(
        index,
        new CancellationRow(
            asked.task(),
            asked.user(),
            asked.broker(),
            asked.asked(),
            asked.askedStep(),
            at.tick(),
            at.number(),
            cancelled.refusal()));
    if (cancelled.refusal().isEmpty()) {
      end(at, cancelled.task(), Ending.CANCELLED);
      decisions.put(cancelled.task(), new Decision(Outcome.CANCELLED, Optional.empty(), at));
    }
  }

  /** Returns the tables of the run at its end. */
  BrokerRun tables(BrokerFacts facts) {
    var nodes = new ArrayList<AgentNodeRow>();
    for (int agent = 0; agent < instance.agents().size(); agent++) {
      for (var node : instance.agents().get(agent)) {
        nodes.add(AgentNodeRow.of(agent, node));
      }
    }
    return new BrokerRun(
        facts,
        nodes,
        submissions.stream()
            .map(each -> row(each, decisions.get(each.task().id())))
            .sorted(Comparator.comparingInt(TaskRow::submitStep).thenComparingLong(TaskRow::task))
            .toList(),
        messages,
        answers.stream().flatMap(List::stream).toList(),
        placements,
        cancellations,
        links);
  }

  private static TaskRow row(Submission submission, @Nullable Decision decision) {
    if (decision == null) {
      throw new IllegalStateException("task %d has no outcome".formatted(submission.task().id()));
    }
    return TaskRow.of(
        submission.task(),
        submission.broker(),
        submission.at().tick(),
        submission.at().number(),
        decision.outcome(),
        decision.reason(),
        decision.at().tick(),
        decision.at().number());
  }
}
