package io.metasched.simulation.system.broker.rule;

import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.system.broker.rows.AnswerRow;
import io.metasched.simulation.system.broker.rows.BrokerFacts;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.MessageRow.Kind;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow.Ending;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The checker's model of a broker: the requests and decisions that must follow its inputs.
 * Independent of the core that is checked.
 */
final class NaiveBroker {
  private static final int UNNAMED = -1;

  /** Version of a task at an agent. */
  record Named(long task, int version) implements Comparable<Named> {
    @Override
    public int compareTo(Named other) {
      return Comparator.comparingLong(Named::task)
          .thenComparingInt(Named::version)
          .compare(this, other);
    }
  }

  /** Request that must be sent to an agent. */
  record Ask(int agent, Kind kind, int round, List<Named> tasks) {}

  /** Line of the schedule. */
  record Line(TaskRow task, int round, int agent, int node, int load, int version) {}

  /** Line that is removed from the schedule. */
  record Removed(Line line, Ending why) {}

  /** Outcome of a task. */
  record Decided(long task, Outcome outcome, Optional<TaskRefusal> reason) {}

  /** Answer to a user's request to cancel a task. */
  record Concluded(long task, Optional<TaskRefusal> refusal) {}

  /** Queued task, with the number of its attempts. */
  private static final class Waiting {
    private final TaskRow task;
    private int rounds;
    private int idle;

    Waiting(TaskRow task) {
      this.task = task;
    }
  }

  private final BrokerFacts facts;
  private final TreeMap<Integer, Integer> counts = new TreeMap<>(); // by agent in use
  private final LinkedHashMap<Long, Waiting> queue = new LinkedHashMap<>();
  private final TreeMap<Long, Line> lines = new TreeMap<>();
  private final TreeMap<Integer, TreeSet<Named>> leftovers = new TreeMap<>(); // of lost agents
  private final LinkedHashMap<Long, String> wishes = new LinkedHashMap<>(); // user by task
  private final TreeMap<Long, Integer> asking = new TreeMap<>(); // agent by task
  private @Nullable NaiveRound round;
  private int rounds;

  final List<Ask> asks = new ArrayList<>();
  final List<Line> placed = new ArrayList<>();
  final List<Removed> removed = new ArrayList<>();
  final List<Decided> decided = new ArrayList<>();
  final List<Concluded> concluded = new ArrayList<>();

  NaiveBroker(BrokerFacts facts) {
    this.facts = facts;
    for (int agent = 0; agent < facts.agents(); agent++) {
      counts.put(agent, 0);
    }
  }

  /** Clears the consequences of the last event. */
  void clear() {
    asks.clear();
    placed.clear();
    removed.clear();
    decided.clear();
    concluded.clear();
  }

  void submitted(List<TaskRow> tasks) {
    tasks.forEach(task -> queue.put(task.task(), new Waiting(task)));
    proceed();
  }

  void wanted(String user, long task) {
    wishes.put(task, user);
    proceed();
  }

  void back(int agent) {
    long here = lines.values().stream().filter(line -> line.agent() == agent).count();
    counts.putIfAbsent(agent, (int) here);
    var left = leftovers.getOrDefault(agent, new TreeSet<>());
    if (!left.isEmpty()) {
      asks.add(new Ask(agent, Kind.RELEASE, 0, List.copyOf(left)));
    }
  }

  void lost(int agent, long now) {
    if (counts.remove(agent) == null) {
      return;
    }
    for (var line : List.copyOf(lines.values())) {
      long id = line.task().task();
      boolean isOpen = line.task().end() > now || asking.containsKey(id);
      if (line.agent() == agent && isOpen) {
        lines.remove(id);
        removed.add(new Removed(line, Ending.LOST));
        leave(agent, new Named(id, line.version()));
        queue.put(id, new Waiting(line.task()));
      }
    }
    asking.values().removeIf(each -> each == agent);
    if (round != null) {
      round.lost(agent).forEach(each -> leave(agent, each));
    }
    proceed();
  }

  private void leave(int agent, Named what) {
    leftovers.computeIfAbsent(agent, each -> new TreeSet<>()).add(what);
  }

  /** Handles the answer of an agent. */
  void answered(MessageRow message, List<AnswerRow> answers) {
    int agent = message.agent();
    switch (message.kind()) {
      case RELEASE -> {
        var left = leftovers.get(agent);
        if (left != null) {
          answers.forEach(row -> left.remove(new Named(row.task(), row.version())));
        }
      }
      case CANCEL -> answers.forEach(row -> cancelled(agent, row));
      case OFFER, HOLD, COMMIT -> {
        if (round != null && round.number() == message.round()) {
          round.answered(message, answers);
        }
        proceed();
      }
    }
  }

  private void cancelled(int agent, AnswerRow row) {
    if (!asking.remove(row.task(), agent)) {
      return;
    }
    var refusal = row.reason().filter(reason -> reason != TaskRefusal.UNKNOWN_OFFER);
    if (refusal.isEmpty()) {
      var line = lines.remove(row.task());
      if (line != null) {
        removed.add(new Removed(line, Ending.CANCELLED));
        counts.merge(agent, -1, Integer::sum);
      }
    }
    conclude(row.task(), refusal);
  }

  private void conclude(long task, Optional<TaskRefusal> refusal) {
    wishes.remove(task);
    concluded.add(new Concluded(task, refusal));
    if (refusal.isEmpty()) {
      decided.add(new Decided(task, Outcome.CANCELLED, Optional.empty()));
    }
  }

  private void proceed() {
    while (true) {
      if (round != null && round.isOver()) {
        close(round);
        round = null;
      }
      for (long task : List.copyOf(wishes.keySet())) {
        decide(task);
      }
      if (round == null && !queue.isEmpty()) {
        round = begin();
      }
      if (round == null || !round.isOver()) {
        break;
      }
    }
    if (round != null) {
      asks.addAll(round.takeAsks());
    }
  }

  private NaiveRound begin() {
    var tasks = queue.values().stream().limit(facts.roundTasks()).map(each -> each.task).toList();
    return new NaiveRound(facts, ++rounds, tasks, new TreeMap<>(counts));
  }

  private void close(NaiveRound over) {
    for (var line : over.committed()) {
      long id = line.task().task();
      lines.put(id, line);
      queue.remove(id);
      counts.merge(line.agent(), 1, Integer::sum);
      placed.add(line);
      decided.add(new Decided(id, Outcome.PLACED, Optional.empty()));
    }
    for (var task : over.tasks()) {
      var waits = queue.get(task.task());
      if (waits == null) {
        continue;
      }
      waits.rounds++;
      waits.idle += over.committed().isEmpty() ? 1 : 0;
      if (waits.rounds >= facts.mostRounds() || waits.idle >= facts.idleRounds()) {
        queue.remove(task.task());
        decided.add(
            new Decided(task.task(), Outcome.UNPLACED, Optional.of(over.reason(task.task()))));
      }
    }
  }

  /** Decides about a cancellation, unless the round or an agent must decide first. */
  private void decide(long task) {
    var waits = queue.get(task);
    boolean isInRound = round != null && round.has(task) && waits != null;
    if (isInRound || asking.containsKey(task)) {
      return;
    }
    var user = wishes.getOrDefault(task, "");
    var line = lines.get(task);
    if (waits != null) {
      var refusal = NaiveAccess.refusal(waits.task, user);
      if (refusal.isEmpty()) {
        queue.remove(task);
      }
      conclude(task, refusal);
    } else if (line == null) {
      conclude(task, Optional.of(TaskRefusal.UNKNOWN_OFFER));
    } else if (!counts.containsKey(line.agent())) {
      conclude(task, Optional.of(TaskRefusal.INTERVAL)); // the task has ended on a lost agent
    } else if (NaiveAccess.refusal(line.task(), user).isPresent()) {
      conclude(task, NaiveAccess.refusal(line.task(), user));
    } else {
      asking.put(task, line.agent());
      asks.add(new Ask(line.agent(), Kind.CANCEL, 0, List.of(new Named(task, UNNAMED))));
    }
  }
}
