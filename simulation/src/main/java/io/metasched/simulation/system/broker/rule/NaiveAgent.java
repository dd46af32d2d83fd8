package io.metasched.simulation.system.broker.rule;

import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.system.broker.rows.AgentNodeRow;
import io.metasched.simulation.system.broker.rows.AnswerRow;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import io.metasched.simulation.system.broker.rows.BrokerFacts;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The checker's model of an agent: a plain list of its reservations, with linear search.
 * Independent of the book and the table that are checked.
 */
final class NaiveAgent {
  private static final long FOR_GOOD = Long.MAX_VALUE;
  private static final int NONE = -1;

  /** Capacity of a node that is reserved for a task until it expires. */
  private record Taken(TaskRow task, int node, int version, long lapse) {}

  /** Offers of a broker's last round: nodes by task. */
  private record Open(int round, long lapse, TreeMap<Long, Integer> nodes) {}

  private final BrokerFacts facts;
  private final List<AgentNodeRow> nodes; // by id
  private final TreeMap<Integer, Open> offers = new TreeMap<>(); // by broker
  private final List<Taken> taken = new ArrayList<>();
  private int version;

  NaiveAgent(BrokerFacts facts, List<AgentNodeRow> nodes) {
    this.facts = facts;
    this.nodes = List.copyOf(nodes);
  }

  /**
   * Returns the answers to a message.
   *
   * @param asked rows of the message, of which only tasks and versions are read
   * @param tasks all tasks by id
   */
  List<AnswerRow> answers(
      MessageRow message, List<AnswerRow> asked, SortedMap<Long, TaskRow> tasks) {
    long now = message.delivered();
    taken.removeIf(each -> each.lapse() <= now);
    return switch (message.kind()) {
      case OFFER -> offer(message, asked, tasks);
      case HOLD -> asked.stream().map(row -> hold(message, row.task(), tasks)).toList();
      case COMMIT -> asked.stream().map(this::commit).toList();
      case RELEASE -> asked.stream().map(this::release).toList();
      case CANCEL -> List.of();
    };
  }

  private static AnswerRow refused(int message, long task, TaskRefusal reason) {
    return AnswerRow.refused(message, task, reason, NONE);
  }

  private List<AnswerRow> offer(
      MessageRow message, List<AnswerRow> asked, SortedMap<Long, TaskRow> tasks) {
    int number = message.message();
    var rows = new ArrayList<AnswerRow>();
    var before = offers.get(message.broker());
    if (before != null && before.round() > message.round()) {
      asked.forEach(row -> rows.add(refused(number, row.task(), TaskRefusal.EXPIRED)));
      return rows;
    }
    var open = new Open(message.round(), message.delivered() + facts.offerTicks(), new TreeMap<>());
    var copy = new ArrayList<>(taken);
    var seen = new TreeSet<Long>();
    for (var row : asked) {
      var task = tasks.get(row.task());
      if (task == null || !seen.add(row.task()) || has(row.task())) {
        rows.add(refused(number, row.task(), TaskRefusal.DUPLICATE));
      } else if (task.start() < message.delivered()) {
        rows.add(refused(number, row.task(), TaskRefusal.INTERVAL));
      } else {
        rows.add(best(number, task, copy, open));
      }
    }
    offers.put(message.broker(), open);
    return rows;
  }

  /**
   * Offers the node with the least load; among equally loaded nodes, the node with the lowest id.
   */
  private AnswerRow best(int number, TaskRow task, List<Taken> copy, Open open) {
    @Nullable AgentNodeRow best = null;
    long least = 0;
    var reason = TaskRefusal.NO_NODE;
    for (var node : nodes) {
      if (node.cpuPower() < task.cpuPower() || node.memory() < task.memory()) {
        continue;
      }
      long load = highest(copy, node.node(), task, TaskRow::load);
      var refusal = refusal(copy, node.node(), task);
      if (refusal.isPresent()) {
        reason = refusal.get().compareTo(reason) > 0 ? refusal.get() : reason;
      } else if (best == null || load < least) {
        best = node;
        least = load;
      }
    }
    if (best == null) {
      return refused(number, task.task(), reason);
    }
    copy.add(new Taken(task, best.node(), NONE, FOR_GOOD));
    open.nodes().put(task.task(), best.node());
    int load = Math.toIntExact(least + task.load());
    return AnswerRow.on(number, task.task(), Result.OFFERED, best.node(), load, NONE);
  }

  private Optional<TaskRefusal> refusal(List<Taken> where, int node, TaskRow task) {
    if (highest(where, node, task, TaskRow::load) + task.load() > facts.mostLoad()) {
      return Optional.of(TaskRefusal.LOAD);
    }
    return highest(where, node, task, each -> 1) + 1 > facts.mostTasks()
        ? Optional.of(TaskRefusal.TASKS)
        : Optional.empty();
  }

  /** Returns the maximum over a task's time of the sum of a value over the tasks on a node. */
  private static long highest(
      List<Taken> where, int node, TaskRow task, ToLongFunction<TaskRow> value) {
    var beside = new ArrayList<TaskRow>();
    for (var each : where) {
      var other = each.task();
      if (each.node() == node && other.start() < task.end() && task.start() < other.end()) {
        beside.add(other);
      }
    }
    long highest = 0;
    for (var first : beside) { // the sum peaks at the start of a task or of the interval
      long instant = Math.max(first.start(), task.start());
      long sum = 0;
      for (var other : beside) {
        sum += other.start() <= instant && instant < other.end() ? value.applyAsLong(other) : 0;
      }
      highest = Math.max(highest, sum);
    }
    return highest;
  }

  private boolean has(long task) {
    return taken.stream().anyMatch(each -> each.task().task() == task);
  }

  private AnswerRow hold(MessageRow message, long id, SortedMap<Long, TaskRow> tasks) {
    int number = message.message();
    long now = message.delivered();
    var open = offers.get(message.broker());
    if (open == null || message.round() > open.round()) {
      return refused(number, id, TaskRefusal.UNKNOWN_OFFER);
    } else if (message.round() < open.round() || now >= open.lapse()) {
      return refused(number, id, TaskRefusal.EXPIRED);
    } else if (!open.nodes().containsKey(id)) {
      return refused(number, id, TaskRefusal.UNKNOWN_OFFER);
    } else if (has(id)) {
      return refused(number, id, TaskRefusal.DUPLICATE);
    }
    int node = open.nodes().remove(id);
    var task = tasks.get(id);
    if (task == null || task.start() < now) {
      return refused(number, id, TaskRefusal.INTERVAL);
    }
    var refusal = refusal(taken, node, task);
    if (refusal.isPresent()) {
      return refused(number, id, refusal.get());
    }
    int load = Math.toIntExact(highest(taken, node, task, TaskRow::load) + task.load());
    version++;
    taken.add(new Taken(task, node, version, now + facts.holdTicks()));
    return AnswerRow.on(number, id, Result.HELD, node, load, version);
  }

  private AnswerRow commit(AnswerRow named) {
    for (int at = 0; at < taken.size(); at++) {
      var each = taken.get(at);
      if (each.task().task() == named.task() && each.version() == named.version()) {
        taken.set(at, new Taken(each.task(), each.node(), each.version(), FOR_GOOD));
        return AnswerRow.of(named.message(), named.task(), Result.COMMITTED, named.version());
      }
    }
    boolean wasGiven = named.version() >= 1 && named.version() <= version;
    var reason = wasGiven ? TaskRefusal.EXPIRED : TaskRefusal.UNKNOWN_OFFER;
    return AnswerRow.refused(named.message(), named.task(), reason, named.version());
  }

  private AnswerRow release(AnswerRow named) {
    taken.removeIf(each -> each.task().task() == named.task() && each.version() == named.version());
    return AnswerRow.of(named.message(), named.task(), Result.RELEASED, named.version());
  }

  /** Returns the answer to a user's request to cancel a task. */
  AnswerRow cancel(MessageRow message, AnswerRow asked, String user) {
    long now = message.delivered();
    taken.removeIf(each -> each.lapse() <= now);
    var found = taken.stream().filter(each -> each.task().task() == asked.task()).findFirst();
    var refusal =
        found.isEmpty()
            ? Optional.of(TaskRefusal.UNKNOWN_OFFER)
            : NaiveAccess.refusal(found.get().task(), user)
                .or(
                    () ->
                        found.get().task().start() <= now
                            ? Optional.of(TaskRefusal.INTERVAL)
                            : Optional.empty());
    if (refusal.isPresent()) {
      return refused(message.message(), asked.task(), refusal.get());
    }
    taken.remove(found.get());
    return AnswerRow.of(message.message(), asked.task(), Result.CANCELLED, NONE);
  }
}
