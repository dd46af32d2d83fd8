package io.metasched.resource.broker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Book of an agent on the plain table of the paper. Each node has a vector of intervals with tasks
 * and load; the vector is cloned for each batch and searched linearly.
 */
final class NaiveAgentBook {
  private static final class Interval {
    long start;
    long end;
    final SortedSet<Long> tasks;
    int usage;

    Interval(long start, long end, SortedSet<Long> tasks, int usage) {
      this.start = start;
      this.end = end;
      this.tasks = tasks;
      this.usage = usage;
    }

    Interval copy() {
      return new Interval(start, end, new TreeSet<>(tasks), usage);
    }
  }

  private record Offered(long round, long lapse, Map<Long, Task> tasks, Map<Long, Integer> nodes) {}

  private final List<AgentNode> nodes;
  private final TableLimits limits;
  private final TreeMap<Integer, List<Interval>> table = new TreeMap<>();
  private final Map<Integer, Offered> offers = new HashMap<>();
  private final TreeMap<Long, TaskReservation> reserved = new TreeMap<>();
  private long version;

  NaiveAgentBook(List<AgentNode> nodes, TableLimits limits) {
    this.nodes = nodes;
    this.limits = limits;
    for (var node : nodes) {
      var row = new ArrayList<Interval>();
      row.add(new Interval(0, Long.MAX_VALUE, new TreeSet<>(), 0));
      table.put(node.id(), row);
    }
  }

  private SortedMap<Integer, List<Interval>> cloned() {
    var clone = new TreeMap<Integer, List<Interval>>();
    table.forEach(
        (node, row) -> clone.put(node, new ArrayList<>(row.stream().map(Interval::copy).toList())));
    return clone;
  }

  /** Returns the maximum load and number of tasks of the intervals that the task overlaps. */
  private static int[] peak(List<Interval> row, Task task) {
    int load = 0;
    int tasks = 0;
    for (var each : row) {
      if (each.start < task.span().end() && task.span().start() < each.end) {
        load = Math.max(load, each.usage);
        tasks = Math.max(tasks, each.tasks.size());
      }
    }
    return new int[] {load, tasks};
  }

  private Optional<TaskRefusal> refusal(List<Interval> row, Task task) {
    var peak = peak(row, task);
    if (peak[0] + task.load() > limits.mostLoad()) {
      return Optional.of(TaskRefusal.LOAD);
    }
    return peak[1] + 1 > limits.mostTasks() ? Optional.of(TaskRefusal.TASKS) : Optional.empty();
  }

  private static void split(List<Interval> row, long at) {
    for (int i = 0; i < row.size(); i++) {
      var each = row.get(i);
      if (each.start < at && at < each.end) {
        var rest = each.copy();
        rest.start = at;
        each.end = at;
        row.add(i + 1, rest);
        return;
      }
    }
  }

  private static void add(List<Interval> row, Task task) {
    split(row, task.span().start());
    split(row, task.span().end());
    for (var each : row) {
      if (task.span().start() <= each.start && each.end <= task.span().end()) {
        each.tasks.add(task.id());
        each.usage += task.load();
      }
    }
  }

  private static void remove(List<Interval> row, Task task) {
    for (var each : row) {
      if (each.tasks.remove(task.id())) {
        each.usage -= task.load();
      }
    }
    for (int i = row.size() - 1; i > 0; i--) {
      if (row.get(i).tasks.equals(row.get(i - 1).tasks)) {
        row.get(i - 1).end = row.get(i).end;
        row.remove(i);
      }
    }
  }

  OfferBatch offer(int broker, long round, List<Task> tasks, long now, long lapse) {
    lapse(now);
    if (offers.containsKey(broker) && offers.get(broker).round() > round) {
      var late = tasks.stream().map(task -> new RefusedTask(task.id(), TaskRefusal.EXPIRED));
      return new OfferBatch(List.of(), late.toList());
    }
    var clone = cloned();
    var made = new ArrayList<AgentOffer>();
    var refused = new ArrayList<RefusedTask>();
    var offered = new Offered(round, lapse, new HashMap<>(), new HashMap<>());
    var seen = new HashSet<Long>();
    for (var task : tasks) {
      if (!seen.add(task.id()) || reserved.containsKey(task.id())) {
        refused.add(new RefusedTask(task.id(), TaskRefusal.DUPLICATE));
        continue;
      } else if (task.span().start() < now) {
        refused.add(new RefusedTask(task.id(), TaskRefusal.INTERVAL));
        continue;
      }
      AgentOffer best = null;
      var reasons = new TreeSet<TaskRefusal>(List.of(TaskRefusal.NO_NODE));
      for (var node : nodes) {
        if (!node.meets(task.demand())) {
          continue;
        }
        var row = clone.get(node.id());
        var refusal = refusal(row, task);
        int load = peak(row, task)[0] + task.load();
        if (refusal.isPresent()) {
          reasons.add(refusal.get());
        } else if (best == null
            || load < best.load()
            || (load == best.load() && node.id() < best.node())) {
          best = new AgentOffer(task.id(), node.id(), load);
        }
      }
      if (best == null) {
        refused.add(new RefusedTask(task.id(), reasons.last()));
      } else {
        add(clone.get(best.node()), task);
        offered.tasks().put(task.id(), task);
        offered.nodes().put(task.id(), best.node());
        made.add(best);
      }
    }
    offers.put(broker, offered);
    return new OfferBatch(made, refused);
  }

  HoldAnswer hold(int broker, long round, List<Long> tasks, long now, long lapse) {
    lapse(now);
    var held = new ArrayList<HeldTask>();
    var refused = new ArrayList<RefusedTask>();
    for (long id : tasks) {
      var reason = whyNotHeld(broker, round, id, now);
      if (reason.isPresent()) {
        refused.add(new RefusedTask(id, reason.get()));
        continue;
      }
      var offered = offers.get(broker);
      var task = offered.tasks().remove(id);
      int node = offered.nodes().get(id);
      var row = table.get(node);
      var later =
          task.span().start() < now ? Optional.of(TaskRefusal.INTERVAL) : refusal(row, task);
      if (later.isPresent()) {
        refused.add(new RefusedTask(id, later.get()));
        continue;
      }
      add(row, task);
      reserved.put(id, new TaskReservation(task, node, ++version, lapse));
      held.add(new HeldTask(id, node, peak(row, task)[0], version));
    }
    return new HoldAnswer(held, refused);
  }

  private Optional<TaskRefusal> whyNotHeld(int broker, long round, long task, long now) {
    var offered = offers.get(broker);
    if (offered == null || round > offered.round()) {
      return Optional.of(TaskRefusal.UNKNOWN_OFFER);
    } else if (round < offered.round() || now >= offered.lapse()) {
      return Optional.of(TaskRefusal.EXPIRED);
    } else if (!offered.tasks().containsKey(task)) {
      return Optional.of(TaskRefusal.UNKNOWN_OFFER);
    }
    return reserved.containsKey(task) ? Optional.of(TaskRefusal.DUPLICATE) : Optional.empty();
  }

  CommitAnswer commit(List<TaskVersion> holds, long now) {
    lapse(now);
    var committed = new ArrayList<Long>();
    var refused = new ArrayList<RefusedTask>();
    for (var hold : holds) {
      var known = reserved.get(hold.task());
      if (known != null && known.version() == hold.version()) {
        reserved.put(hold.task(), known.committed());
        committed.add(hold.task());
      } else {
        boolean wasGiven = 0 < hold.version() && hold.version() <= version;
        var reason = wasGiven ? TaskRefusal.EXPIRED : TaskRefusal.UNKNOWN_OFFER;
        refused.add(new RefusedTask(hold.task(), reason));
      }
    }
    return new CommitAnswer(committed, refused);
  }

  void release(List<TaskVersion> holds, long now) {
    lapse(now);
    for (var hold : holds) {
      var known = reserved.get(hold.task());
      if (known != null && known.version() == hold.version()) {
        forget(known);
      }
    }
  }

  Optional<TaskRefusal> cancel(String user, long task, long now) {
    lapse(now);
    var known = reserved.get(task);
    if (known == null || !visibleTo(user).contains(known)) {
      return Optional.of(TaskRefusal.UNKNOWN_OFFER);
    }
    var access = known.task().access();
    if (!access.owner().equals(user)
        && !access.cancellers().contains(user)
        && !access.cancellers().contains("*")) {
      return Optional.of(TaskRefusal.NOT_ALLOWED);
    } else if (known.task().span().start() <= now) {
      return Optional.of(TaskRefusal.INTERVAL);
    }
    forget(known);
    return Optional.empty();
  }

  List<TaskReservation> visibleTo(String user) {
    var visible = new ArrayList<TaskReservation>();
    for (var each : reserved.values()) {
      var access = each.task().access();
      var named = new HashSet<String>(access.viewers());
      named.addAll(access.cancellers());
      named.add(access.owner());
      if (named.contains(user) || access.viewers().contains("*")) {
        visible.add(each);
      } else if (access.cancellers().contains("*")) {
        visible.add(each);
      }
    }
    return visible;
  }

  private void lapse(long now) {
    for (var each : List.copyOf(reserved.values())) {
      if (each.lapseTick() != Long.MAX_VALUE && each.lapseTick() <= now) {
        forget(each);
      }
    }
  }

  private void forget(TaskReservation reservation) {
    reserved.remove(reservation.task().id());
    remove(table.get(reservation.node()), reservation.task());
  }

  AgentFigures figures() {
    var figures = new ArrayList<NodeFigures>();
    for (var node : table.keySet()) {
      var intervals =
          table.get(node).stream()
              .map(each -> new LoadInterval(each.start, each.end, each.usage, each.tasks.size()))
              .toList();
      double average = intervals.stream().mapToInt(LoadInterval::load).average().orElseThrow();
      int tasks = 0;
      for (var each : reserved.values()) {
        tasks += each.node() == node && each.lapseTick() == Long.MAX_VALUE ? 1 : 0;
      }
      figures.add(new NodeFigures(node, tasks, average, intervals));
    }
    int committed = figures.stream().mapToInt(NodeFigures::tasks).sum();
    return new AgentFigures(committed, reserved.size() - committed, figures);
  }
}
