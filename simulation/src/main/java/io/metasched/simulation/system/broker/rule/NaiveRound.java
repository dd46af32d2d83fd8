package io.metasched.simulation.system.broker.rule;

import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.system.broker.rows.AnswerRow;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import io.metasched.simulation.system.broker.rows.BrokerFacts;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.MessageRow.Kind;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rule.NaiveBroker.Ask;
import io.metasched.simulation.system.broker.rule.NaiveBroker.Line;
import io.metasched.simulation.system.broker.rule.NaiveBroker.Named;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The checker's model of a broker's round: offers, then holds, then commits. */
final class NaiveRound {
  private static final int UNNAMED = -1;

  private final BrokerFacts facts;
  private final int number;
  private final List<TaskRow> tasks;
  private final TreeMap<Integer, Integer> counts;
  private final TreeMap<Integer, TreeMap<Long, Integer>> offers =
      new TreeMap<>(); // loads by agent, task
  private final TreeMap<Integer, List<AnswerRow>> held = new TreeMap<>(); // by agent
  private final TreeSet<Integer> silent = new TreeSet<>();
  private final TreeMap<Long, TaskRefusal> reasons = new TreeMap<>();
  private final List<Line> committed = new ArrayList<>();
  private List<Ask> asks = new ArrayList<>();
  private Kind now = Kind.OFFER;
  private boolean isOver;

  /**
   * Creates a new round.
   *
   * @param counts number of reservations by agent; its keys are the agents that receive requests
   */
  NaiveRound(
      BrokerFacts facts, int number, List<TaskRow> tasks, SortedMap<Integer, Integer> counts) {
    this.facts = facts;
    this.number = number;
    this.tasks = tasks;
    this.counts = new TreeMap<>(counts);
    var named = tasks.stream().map(task -> new Named(task.task(), UNNAMED)).toList();
    counts.keySet().forEach(agent -> ask(agent, named));
    goOn();
  }

  private void ask(int agent, List<Named> named) {
    silent.add(agent);
    asks.add(new Ask(agent, now, number, named));
  }

  int number() {
    return number;
  }

  boolean isOver() {
    return isOver;
  }

  List<TaskRow> tasks() {
    return tasks;
  }

  boolean has(long task) {
    return tasks.stream().anyMatch(each -> each.task() == task);
  }

  /** Removes and returns the requests that must be sent. */
  List<Ask> takeAsks() {
    var due = asks;
    asks = new ArrayList<>();
    return due;
  }

  /** Returns the lines that the round adds to the schedule, by task. */
  List<Line> committed() {
    return committed.stream().sorted(Comparator.comparingLong(l -> l.task().task())).toList();
  }

  /** Returns the refusal reason that is closest to a reservation. */
  TaskRefusal reason(long task) {
    return reasons.getOrDefault(task, TaskRefusal.NO_AGENT);
  }

  void answered(MessageRow message, List<AnswerRow> answers) {
    int agent = message.agent();
    if (isOver || message.kind() != now || !silent.remove(agent)) {
      return;
    }
    for (var row : answers) {
      row.reason()
          .filter(reason -> reason.compareTo(reason(row.task())) > 0)
          .ifPresent(reason -> reasons.put(row.task(), reason));
    }
    switch (now) {
      case OFFER -> {
        var loads = new TreeMap<Long, Integer>();
        of(answers, Result.OFFERED).forEach(row -> loads.put(row.task(), row.load()));
        offers.put(agent, loads);
      }
      case HOLD -> held.put(agent, of(answers, Result.HELD));
      case COMMIT -> of(answers, Result.COMMITTED).forEach(row -> commit(agent, row.task()));
      case RELEASE, CANCEL -> throw new IllegalStateException("no such part of a round");
    }
    goOn();
  }

  private static List<AnswerRow> of(List<AnswerRow> answers, Result result) {
    return answers.stream().filter(row -> row.result() == result).toList();
  }

  private void commit(int agent, long id) {
    for (var row : held.getOrDefault(agent, List.of())) {
      var task = tasks.stream().filter(each -> each.task() == id).findFirst();
      if (row.task() == id && task.isPresent()) {
        committed.add(new Line(task.get(), number, agent, row.node(), row.load(), row.version()));
      }
    }
  }

  /** Removes a lost agent from the round, and returns the holds that it may still have. */
  List<Named> lost(int agent) {
    silent.remove(agent);
    offers.remove(agent);
    asks.removeIf(ask -> ask.agent() == agent);
    var gone = held.getOrDefault(agent, List.of());
    held.remove(agent);
    committed.removeIf(line -> line.agent() == agent);
    goOn();
    return gone.stream().map(row -> new Named(row.task(), row.version())).toList();
  }

  private void goOn() {
    while (silent.isEmpty() && !isOver) {
      if (now == Kind.OFFER) {
        now = Kind.HOLD;
        decide();
      } else if (now == Kind.HOLD) {
        now = Kind.COMMIT;
        held.forEach(
            (agent, rows) -> {
              if (!rows.isEmpty()) {
                ask(agent, rows.stream().map(r -> new Named(r.task(), r.version())).toList());
              }
            });
      } else {
        isOver = true;
      }
    }
  }

  private void decide() {
    var accepted = new TreeMap<Integer, List<Named>>();
    for (var task : tasks) {
      var open = new ArrayList<NaiveDecision.Offered>();
      offers.forEach(
          (agent, loads) -> {
            var load = loads.get(task.task());
            if (load != null) {
              open.add(new NaiveDecision.Offered(agent, load));
            }
          });
      NaiveDecision.taken(facts, task.task(), number, open, counts)
          .ifPresent(
              taken -> {
                accepted
                    .computeIfAbsent(taken.agent(), agent -> new ArrayList<>())
                    .add(new Named(task.task(), UNNAMED));
                counts.merge(taken.agent(), 1, Integer::sum);
              });
    }
    accepted.forEach(this::ask);
  }
}
