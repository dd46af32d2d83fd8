package io.metasched.simulation.system.broker.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.LinkRow.Change;
import io.metasched.simulation.system.broker.rows.MessageRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Check of the arrival times and losses of messages: none arrives while the agent is lost, or
 * before the broker is notified of each return.
 */
final class CheckedNetwork {
  private final BrokerRun run;
  private final RuleReport report;

  /** Loss or return of an agent, or a broker's notice of it. */
  private record Event(int step, long tick, boolean isLoss) {}

  private final TreeMap<Integer, List<Event>> agents = new TreeMap<>();
  private final TreeMap<Long, List<Event>> known = new TreeMap<>(); // by broker and agent

  private CheckedNetwork(BrokerRun run, RuleReport report) {
    this.run = run;
    this.report = report;
    for (var row : run.links()) {
      var event = new Event(row.step(), row.tick(), row.change() == Change.LOST);
      if (row.broker() < 0) {
        RowIndex.add(agents, row.agent(), event);
      } else {
        RowIndex.add(known, link(row.broker(), row.agent()), event);
      }
    }
  }

  private static long link(int broker, int agent) {
    return ((long) broker << Integer.SIZE) + agent;
  }

  /**
   * Reports losses of which brokers are not notified in time, and agents that are lost twice in a
   * row.
   */
  static void links(BrokerRun run, RuleReport report) {
    new CheckedNetwork(run, report).links();
  }

  private void links() {
    for (var entry : agents.entrySet()) {
      int agent = entry.getKey();
      boolean isLost = false;
      for (var event : entry.getValue()) {
        if (event.isLoss() == isLost) {
          report.add("agent " + agent, "losses and returns must alternate, beginning with a loss");
        }
        isLost = event.isLoss();
      }
    }
    for (int broker = 0; broker < run.facts().brokers(); broker++) {
      for (int agent = 0; agent < run.facts().agents(); agent++) {
        var notified = ticks(known.getOrDefault(link(broker, agent), List.of()), 0);
        var due = ticks(agents.getOrDefault(agent, List.of()), run.facts().noticeTicks());
        if (!notified.equals(due)) {
          report.add(
              "agent " + agent,
              "broker %d must be notified of it at %s, not %s",
              broker,
              due,
              notified);
        }
      }
    }
    boolean areAllKnown =
        known.keySet().stream().allMatch(link -> link >> Integer.SIZE < run.facts().brokers());
    if (!areAllKnown || run.links().stream().anyMatch(r -> r.agent() >= run.facts().agents())) {
      report.add("the run", "each link must name an agent and a broker of the run");
    }
  }

  private static List<String> ticks(List<Event> events, long later) {
    return events.stream()
        .map(each -> (each.isLoss() ? "lost " : "back ") + seconds(each.tick() + later))
        .toList();
  }

  /** Reports messages that arrive when they cannot, or do not arrive when they must. */
  static void messages(BrokerRun run, RuleReport report) {
    new CheckedNetwork(run, report).messages();
  }

  private void messages() {
    var last = new TreeMap<Long, Long>(); // latest possible arrival, by link
    var lastAnswer = new TreeMap<Long, Long>();
    var arrived = new TreeMap<Long, Long>();
    for (var row : run.messages()) {
      long link = link(row.broker(), row.agent());
      long latest = latest(last, link, row.sent());
      boolean isInTime =
          row.delivered() >= Math.max(arrived.getOrDefault(link, 0L), earliest(row.sent()))
              && row.delivered() <= latest;
      if (row.isDelivered() && !(isInTime && isOpen(row, row.deliveredStep()))) {
        report.add(where(row), "it cannot arrive at %s", seconds(row.delivered()));
      }
      if (row.isDelivered()) {
        arrived.put(link, row.delivered());
      } else if (row.delivered() >= 0
          || row.isAnswered()
          || !isClosedWithin(row, earliest(row.sent()), latest)) {
        report.add(where(row), "it must arrive by %s", seconds(latest));
      }
    }
    var answers = new ArrayList<>(run.messages());
    answers.removeIf(row -> !row.isDelivered());
    answers.sort((a, b) -> Integer.compare(a.deliveredStep(), b.deliveredStep()));
    var lastAnswered = new TreeMap<Long, Long>();
    for (var row : answers) {
      long link = link(row.broker(), row.agent());
      long latest = latest(lastAnswer, link, row.delivered());
      long losses = losses(row, row.deliveredStep(), latest);
      if (row.isAnswered()) {
        boolean isInTime =
            row.answered()
                    >= Math.max(lastAnswered.getOrDefault(link, 0L), earliest(row.delivered()))
                && row.answered() <= latest;
        if (!isInTime || lossesUntil(row, row.deliveredStep(), row.answeredStep()) > 0) {
          report.add(where(row), "its answer cannot arrive at %s", seconds(row.answered()));
        }
        lastAnswered.put(link, row.answered());
      } else if (row.answered() >= 0 || losses == 0) {
        report.add(where(row), "its answer must arrive by %s", seconds(latest));
      }
    }
  }

  private long earliest(long sent) {
    return sent + run.facts().leastDelay();
  }

  /**
   * Returns the latest arrival of a message. Messages of one link keep their order, so that a
   * message may wait for the message before it.
   */
  private long latest(Map<Long, Long> last, long link, long sent) {
    long latest = Math.max(last.getOrDefault(link, 0L), sent + run.facts().mostDelay());
    last.put(link, latest);
    return latest;
  }

  /**
   * Returns whether a broker can reach an agent: the agent was reachable at the broker's last
   * notice of a return, or at the beginning, and has not been lost since.
   */
  private boolean isOpen(MessageRow row, int step) {
    var happened = agents.getOrDefault(row.agent(), List.of());
    int connected =
        known.getOrDefault(link(row.broker(), row.agent()), List.of()).stream()
            .filter(each -> !each.isLoss() && each.step() <= step)
            .mapToInt(Event::step)
            .max()
            .orElse(0);
    return count(happened, connected) % 2 == 0
        && count(happened, connected) == count(happened, step);
  }

  private static long count(List<Event> events, int step) {
    return events.stream().filter(each -> each.step() <= step).count();
  }

  /** Returns whether the link is closed at some time from {@code from} to {@code to}. */
  private boolean isClosedWithin(MessageRow row, long from, long to) {
    var happened = agents.getOrDefault(row.agent(), List.of());
    long notice = run.facts().noticeTicks();
    for (int at = 0; at < happened.size(); at += 2) {
      long lost = happened.get(at).tick();
      long known = at + 1 < happened.size() ? happened.get(at + 1).tick() + notice : Long.MAX_VALUE;
      if (lost <= to && known >= from) {
        return true;
      }
    }
    return false;
  }

  private long losses(MessageRow row, int step, long until) {
    return agents.getOrDefault(row.agent(), List.of()).stream()
        .filter(each -> each.isLoss() && each.step() > step && each.tick() <= until)
        .count();
  }

  private long lossesUntil(MessageRow row, int step, int until) {
    return agents.getOrDefault(row.agent(), List.of()).stream()
        .filter(each -> each.isLoss() && each.step() > step && each.step() <= until)
        .count();
  }

  private static String where(MessageRow row) {
    return "message " + row.message();
  }
}
